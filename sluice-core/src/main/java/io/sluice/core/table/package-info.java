/** Where counters live: fixed-size, set-associative tables of longs, and the only compare-and-swap loops. */
@NullMarked
package io.sluice.core.table;

import org.jspecify.annotations.NullMarked;
