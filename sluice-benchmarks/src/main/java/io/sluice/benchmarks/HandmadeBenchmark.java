package io.sluice.benchmarks;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What one would write without a library: GCRA with the clock and one compare-and-swap. */
public class HandmadeBenchmark {
    static boolean tryAcquire(AtomicLong arrival, long interval, long tolerance) {
        long now = System.nanoTime();
        while (true) {
            long seen = arrival.get();
            long next = Math.max(seen - now, 0) + interval;
            if (next > tolerance) {
                return false;
            }
            if (arrival.compareAndSet(seen, now + next)) {
                return true;
            }
        }
    }

    @State(Scope.Benchmark)
    public static class Keyed {
        private final ConcurrentHashMap<String, AtomicLong> arrivals = new ConcurrentHashMap<>();
        private long interval;
        private long tolerance;

        @Setup
        public void setUp(Workload workload) {
            interval = workload.traffic.rate().intervalNanos();
            tolerance = interval * workload.traffic.rate().burst();
            workload.introduce(this::tryAcquire);
        }

        final boolean tryAcquire(String key) {
            AtomicLong arrival = arrivals.get(key);
            if (arrival == null) {
                arrival = arrivals.computeIfAbsent(key, absent -> new AtomicLong(System.nanoTime()));
            }
            return HandmadeBenchmark.tryAcquire(arrival, interval, tolerance);
        }
    }

    @State(Scope.Benchmark)
    public static class Single {
        private final AtomicLong arrival = new AtomicLong(System.nanoTime());
        private final long interval = Rate.PLENTY.intervalNanos();
        private final long tolerance = interval * Rate.PLENTY.burst();
    }

    @Benchmark
    public boolean keyed(Keyed keyed, Caller caller) {
        return caller.count(keyed.tryAcquire(caller.nextKey()));
    }

    @Benchmark
    public boolean single(Single single, SingleCaller caller) {
        return caller.count(tryAcquire(single.arrival, single.interval, single.tolerance));
    }
}
