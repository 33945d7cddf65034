package io.sluice.benchmarks;

import dev.failsafe.RateLimiter;
import java.util.concurrent.ConcurrentHashMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Its bursty limiter: so many permits in each period. */
public class FailsafeBenchmark {
    static RateLimiter<Object> newLimiter(Rate rate) {
        return RateLimiter.burstyBuilder(rate.burst(), rate.period()).build();
    }

    @State(Scope.Benchmark)
    public static class Keyed {
        private final ConcurrentHashMap<String, RateLimiter<Object>> limiters = new ConcurrentHashMap<>();
        private Rate rate = Rate.PLENTY;

        @Setup
        public void setUp(Workload workload) {
            rate = workload.traffic.rate();
            workload.introduce(this::tryAcquire);
        }

        final boolean tryAcquire(String key) {
            RateLimiter<Object> limiter = limiters.get(key);
            if (limiter == null) {
                limiter = limiters.computeIfAbsent(key, absent -> newLimiter(rate));
            }
            return limiter.tryAcquirePermit();
        }
    }

    @State(Scope.Benchmark)
    public static class Single {
        private final RateLimiter<Object> limiter = newLimiter(Rate.PLENTY);
    }

    @Benchmark
    public boolean keyed(Keyed keyed, Caller caller) {
        return caller.count(keyed.tryAcquire(caller.nextKey()));
    }

    @Benchmark
    public boolean single(Single single, SingleCaller caller) {
        return caller.count(single.limiter.tryAcquirePermit());
    }
}
