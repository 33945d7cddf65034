package io.sluice.benchmarks.redis;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What Redis itself counted, seen through a store that was not measured: Sluice goes on deciding when Redis is slow or gone, and
 * such decisions must not pass for its speed.
 */
final class CountedInRedis {
    private static final int AT_ONCE = 64;

    private CountedInRedis() {}

    /** Leases may have taken more than was used, and a little is earned back meanwhile. */
    static void check(StoreContender other, Load load, List<String> keys, long granted, double seconds) {
        double earned = keys.size()
                * (1 + seconds * 1e9 * load.permits() / load.period().toNanos());
        long counted = 0;
        for (int i = 0; i < keys.size(); i += AT_ONCE) {
            counted += used(other, keys.subList(i, Math.min(i + AT_ONCE, keys.size())));
        }
        if (counted < granted - earned) {
            throw new RejectedException(granted + " permits granted, but Redis counted " + counted);
        }
    }

    private static long used(StoreContender store, List<String> keys) {
        List<CompletableFuture<Long>> answers =
                keys.stream().map(key -> store.used(key).toCompletableFuture()).toList();
        return answers.stream().mapToLong(CompletableFuture::join).sum();
    }
}
