/** The core's figures, with other limiters in the same run. */
@NullMarked
package io.sluice.benchmarks;

import org.jspecify.annotations.NullMarked;
