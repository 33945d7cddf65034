/**
 * Deciding most requests without asking the shared store: {@link io.sluice.redis.lease.LeasedStore} never lets too many pass,
 * {@link io.sluice.redis.lease.EventualStore} at most so many too many.
 */
@NullMarked
package io.sluice.redis.lease;

import org.jspecify.annotations.NullMarked;
