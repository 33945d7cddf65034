/** Every verb on every kind of limit, for one limit, several limits and several keys: which of these were seen to hold, and where. */
@NullMarked
package io.sluice.testkit.matrix;

import org.jspecify.annotations.NullMarked;
