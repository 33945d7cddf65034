package io.sluice.benchmarks.redis;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Store;
import io.sluice.redis.Consistency;
import io.sluice.redis.RedisStore;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Sluice, in whatever store. */
final class StoreContender implements Contender {
    /** So much that nothing is decided without Redis because the machine was busy. */
    private static final Duration BUDGET = Duration.ofSeconds(10);

    private final Store store;
    private final AsyncRateLimiter limiter;

    StoreContender(Store store, Limit... limits) {
        this.store = store;
        this.limiter = store.limiter("api", limits);
    }

    static StoreContender alone(String url, Consistency consistency, Limit... limits) {
        RedisStore store = RedisStore.builder(url)
                .consistency(consistency)
                .instances(1)
                .budget(BUDGET)
                .build();
        store.connected().orTimeout(BUDGET.toSeconds(), TimeUnit.SECONDS).join();
        return new StoreContender(store, limits);
    }

    /** One of several that share the limits, and otherwise as everybody has it. */
    static StoreContender oneOf(int instances, String url, Consistency consistency, Limit... limits) {
        RedisStore store = RedisStore.builder(url)
                .consistency(consistency)
                .instances(instances)
                .build();
        return new StoreContender(store, limits);
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return limiter.tryAcquire(key).thenApply(Decision::allowed);
    }

    @Override
    public long fallbacks() {
        return store instanceof RedisStore redis ? redis.health().fallbacks() : 0;
    }

    /** What the key has used so far. */
    CompletionStage<Long> used(String key) {
        return limiter.peek(key, 1).thenApply(decision -> decision.limit() - decision.remaining());
    }

    @Override
    public void close() {
        store.close();
    }
}
