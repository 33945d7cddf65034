/** The algorithms as pure functions of (state, now, permits): no clock, no atomics, no I/O. */
@NullMarked
package io.sluice.core.algorithm;

import org.jspecify.annotations.NullMarked;
