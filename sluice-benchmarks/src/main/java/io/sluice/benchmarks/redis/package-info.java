/** The Redis store's figures, with other limiters on Redis in the same run. */
@NullMarked
package io.sluice.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
