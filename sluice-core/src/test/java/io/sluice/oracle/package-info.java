/**
 * What limits must answer, written down as plainly as possible: exact fractions, whole lists, and searches instead of formulas. Slow, and
 * without a class in common with what it judges.
 */
package io.sluice.oracle;
