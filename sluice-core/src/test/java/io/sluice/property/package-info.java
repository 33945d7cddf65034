/** What must hold for every limit and every sequence of questions, tried on many that are drawn from seeds. */
package io.sluice.property;
