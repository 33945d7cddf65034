package io.sluice.benchmarks;

import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Its lock-free limiter, without waiting, in a plain map: its registry keeps one too and does more besides. Asked by
 * {@code reservePermission}, which unlike {@code acquirePermission} does not read the clock again when it refuses.
 */
public class Resilience4jBenchmark {
    /** It has periods but no burst. */
    static AtomicRateLimiter newLimiter(String name, long permits, Duration period) {
        RateLimiterConfig config = RateLimiterConfig.custom()
                .limitForPeriod(Math.toIntExact(permits))
                .limitRefreshPeriod(period)
                .timeoutDuration(Duration.ZERO)
                .build();
        return new AtomicRateLimiter(name, config);
    }

    @State(Scope.Benchmark)
    public static class Keyed {
        private final ConcurrentHashMap<String, AtomicRateLimiter> limiters = new ConcurrentHashMap<>();
        private Rate rate = Rate.PLENTY;

        @Setup
        public void setUp(Workload workload) {
            rate = workload.traffic.rate();
            workload.introduce(this::tryAcquire);
        }

        final boolean tryAcquire(String key) {
            AtomicRateLimiter limiter = limiters.get(key);
            if (limiter == null) {
                limiter = limiters.computeIfAbsent(key, name -> newLimiter(name, rate.burst(), rate.period()));
            }
            return limiter.reservePermission(1) >= 0;
        }
    }

    @State(Scope.Benchmark)
    public static class Single {
        private final AtomicRateLimiter limiter = newLimiter("single", Rate.PLENTY.permits(), Rate.PLENTY.period());
    }

    @Benchmark
    public boolean keyed(Keyed keyed, Caller caller) {
        return caller.count(keyed.tryAcquire(caller.nextKey()));
    }

    @Benchmark
    public boolean single(Single single, SingleCaller caller) {
        return caller.count(single.limiter.reservePermission(1) >= 0);
    }
}
