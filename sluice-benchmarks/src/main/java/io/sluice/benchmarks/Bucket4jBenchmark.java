package io.sluice.benchmarks;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.local.LocalBucketBuilder;
import io.github.bucket4j.local.SynchronizationStrategy;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Lock-free local buckets, by the nanosecond clock: with one key and with many it was faster than the millisecond clock. */
public class Bucket4jBenchmark {
    static Bucket newBucket(List<Rate> rates) {
        LocalBucketBuilder builder = Bucket.builder()
                .withSynchronizationStrategy(SynchronizationStrategy.LOCK_FREE)
                .withNanosecondPrecision();
        for (Rate rate : rates) {
            builder.addLimit(limit -> limit.capacity(rate.burst()).refillGreedy(rate.permits(), rate.period()));
        }
        return builder.build();
    }

    /** A bucket for each key, in a map. */
    @State(Scope.Benchmark)
    public static class Keyed {
        private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
        private List<Rate> rates = List.of();

        @Setup
        public void setUp(Workload workload) {
            setUp(workload, List.of(workload.traffic.rate()));
        }

        final void setUp(Workload workload, List<Rate> limits) {
            rates = limits;
            workload.introduce(this::tryAcquire);
        }

        final boolean tryAcquire(String key) {
            Bucket bucket = buckets.get(key);
            if (bucket == null) {
                bucket = buckets.computeIfAbsent(key, absent -> newBucket(rates));
            }
            return bucket.tryConsume(1);
        }
    }

    /** Three bandwidths in each bucket. */
    @State(Scope.Benchmark)
    public static class ThreeLimits {
        private final Keyed keyed = new Keyed();

        @Setup
        public void setUp(Workload workload) {
            keyed.setUp(workload, Rate.THREE);
        }
    }

    @State(Scope.Benchmark)
    public static class Single {
        private final Bucket bucket = newBucket(List.of(Rate.PLENTY));
    }

    @Benchmark
    public boolean keyed(Keyed keyed, Caller caller) {
        return caller.count(keyed.tryAcquire(caller.nextKey()));
    }

    @Benchmark
    public boolean threeLimits(ThreeLimits limits, Caller caller) {
        return caller.count(limits.keyed.tryAcquire(caller.nextKey()));
    }

    @Benchmark
    public boolean single(Single single, SingleCaller caller) {
        return caller.count(single.bucket.tryConsume(1));
    }
}
