package io.sluice.redis.failure;

import org.jspecify.annotations.Nullable;

/**
 * Of a reservation that the shared store knows nothing of, so that cancelling it does not reach that store either.
 *
 * @param local what the local store needs to undo it; null if nothing was taken
 */
record Receipt(@Nullable Object local) {}
