package io.sluice.redis.batch;

import io.sluice.core.Decision;
import java.util.concurrent.CompletableFuture;

/** Somebody who waits for a decision. */
final class Waiting extends CompletableFuture<Decision> {
    final String key;
    final long permits;
    final int slot;

    Waiting(String key, long permits, int slot) {
        this.key = key;
        this.permits = permits;
        this.slot = slot;
    }
}
