package io.sluice.rules;

import io.sluice.core.LimitSet;
import io.sluice.core.RateLimiter;
import org.jspecify.annotations.Nullable;

/**
 * Where something is counted: a name and limits in the store.
 *
 * @param limiter the same in memory, to be asked directly; null where counters live elsewhere
 */
record Counter(LimitSet limits, @Nullable RateLimiter limiter) {}
