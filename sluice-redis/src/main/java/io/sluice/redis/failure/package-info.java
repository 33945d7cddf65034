/**
 * What is decided while the shared store is slow or gone: within a budget, by {@link io.sluice.redis.failure.OnFailure}, and asking
 * again by itself. {@link io.sluice.redis.failure.GuardedStore} is where to begin.
 */
@NullMarked
package io.sluice.redis.failure;

import org.jspecify.annotations.NullMarked;
