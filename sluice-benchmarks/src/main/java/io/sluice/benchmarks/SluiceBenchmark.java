package io.sluice.benchmarks;

import io.sluice.core.Batch;
import io.sluice.core.Decision;
import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

public class SluiceBenchmark {
    static final int BATCH = 16;
    /** Of all keys: what eviction may cost. */
    private static final double MOST_FORGOTTEN = 0.0002;

    /** Room for as many keys as there are. What is forgotten is tolerated up to its documented bound. */
    static RateLimiter newLimiter(List<Rate> rates, long maxKeys) {
        return RateLimiter.builder()
                .limits(rates.stream().map(Rate::limit).toArray(Limit[]::new))
                .maxKeys(maxKeys)
                .build();
    }

    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // JMH calls setUp
    public static class Keyed {
        private RateLimiter limiter;

        @Setup
        public void setUp(Workload workload) {
            setUp(workload, List.of(workload.traffic.rate()));
        }

        final void setUp(Workload workload, List<Rate> rates) {
            OtherTraffic.drive();
            limiter = newLimiter(rates, workload.keys);
            workload.tolerate(MOST_FORGOTTEN);
            workload.introduce(key -> limiter.tryAcquire(key).allowed());
        }
    }

    /** Keys hashed before. */
    @State(Scope.Benchmark)
    public static class Hashed {
        private Key[] keys = {};

        @Setup
        public void setUp(Workload workload) {
            keys = Arrays.stream(workload.requests()).map(Key::of).toArray(Key[]::new);
        }
    }

    @State(Scope.Benchmark)
    public static class ThreeLimits {
        private final Keyed keyed = new Keyed();

        @Setup
        public void setUp(Workload workload) {
            keyed.setUp(workload, Rate.THREE);
        }
    }

    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls setUp
    public static class Batches {
        private Batch batch;

        @Setup
        public void setUp(Keyed keyed) {
            batch = keyed.limiter.batch(BATCH);
        }
    }

    @Benchmark
    public boolean keyed(Keyed keyed, Caller caller) {
        return caller.count(keyed.limiter.tryAcquire(caller.nextKey()).allowed());
    }

    @Benchmark
    public boolean hashed(Keyed keyed, Hashed hashed, Caller caller) {
        return caller.count(
                keyed.limiter.tryAcquire(hashed.keys[caller.nextIndex()]).allowed());
    }

    /** The decision leaves the method, so it has to be an object. */
    @Benchmark
    public Decision kept(Keyed keyed, Caller caller) {
        Decision decision = keyed.limiter.tryAcquire(caller.nextKey());
        caller.count(decision.allowed());
        return decision;
    }

    @Benchmark
    public boolean threeLimits(ThreeLimits limits, Caller caller) {
        return caller.count(limits.keyed.limiter.tryAcquire(caller.nextKey()).allowed());
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void batch(Batches batches, Caller caller) {
        Batch batch = batches.batch;
        batch.clear();
        for (int i = 0; i < BATCH; i++) {
            batch.add(caller.nextKey(), 1);
        }
        batch.tryAcquire();
        for (int i = 0; i < BATCH; i++) {
            caller.count(batch.allowed(i));
        }
    }
}
