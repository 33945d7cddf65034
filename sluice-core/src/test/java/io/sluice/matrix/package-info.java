/** Every verb on every kind of limit, for one limit, several limits and several keys. */
package io.sluice.matrix;
