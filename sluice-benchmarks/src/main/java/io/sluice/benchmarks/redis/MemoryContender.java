package io.sluice.benchmarks.redis;

import io.sluice.core.RateLimiter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sluice without Redis: what a lease has to keep up with. */
final class MemoryContender implements Contender {
    private static final CompletionStage<Boolean> YES = CompletableFuture.completedFuture(true);
    private static final CompletionStage<Boolean> NO = CompletableFuture.completedFuture(false);

    private final RateLimiter limiter;

    MemoryContender(Load load) {
        limiter = RateLimiter.builder()
                .limits(load.limit())
                .maxKeys(2 * load.keys() + 1_000)
                .build();
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return limiter.tryAcquire(key).allowed() ? YES : NO;
    }

    @Override
    public void close() {
        limiter.close();
    }
}
