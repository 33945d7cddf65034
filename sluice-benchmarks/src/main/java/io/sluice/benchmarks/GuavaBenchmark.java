package io.sluice.benchmarks;

import com.google.common.util.concurrent.RateLimiter;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** It has a rate but no burst, and starts empty: only a very high rate lets everything pass. */
@SuppressWarnings("UnstableApiUsage") // RateLimiter is marked @Beta
public class GuavaBenchmark {
    static RateLimiter newLimiter(Rate rate) {
        double perSecond = rate.burst() == 1 ? 1e9 / rate.intervalNanos() : Rate.PLENTY.permits();
        return RateLimiter.create(perSecond);
    }

    @State(Scope.Benchmark)
    public static class Keyed {
        private final ConcurrentHashMap<String, RateLimiter> limiters = new ConcurrentHashMap<>();
        private Rate rate = Rate.PLENTY;

        @Setup
        public void setUp(Workload workload) {
            rate = workload.traffic.rate();
            workload.introduce(this::tryAcquire);
        }

        final boolean tryAcquire(String key) {
            RateLimiter limiter = limiters.get(key);
            if (limiter == null) {
                limiter = limiters.computeIfAbsent(key, absent -> newLimiter(rate));
            }
            return limiter.tryAcquire();
        }
    }

    @State(Scope.Benchmark)
    public static class Single {
        private final RateLimiter limiter = newLimiter(Rate.PLENTY);
    }

    @Benchmark
    public boolean keyed(Keyed keyed, Caller caller) {
        return caller.count(keyed.tryAcquire(caller.nextKey()));
    }

    @Benchmark
    public boolean single(Single single, SingleCaller caller) {
        return caller.count(single.limiter.tryAcquire());
    }
}
