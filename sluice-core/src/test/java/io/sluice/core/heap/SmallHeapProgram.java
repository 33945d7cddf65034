package io.sluice.core.heap;

import io.sluice.core.CounterMemory;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.stream.IntStream;

/** Decides about far more keys than the heap has room for, and says what came of it; run in a process of its own by {@link SmallHeapTest}. */
final class SmallHeapProgram {
    private static final int KEYS = 60_000;
    private static final int THREADS = 4;

    private SmallHeapProgram() {}

    public static void main(String[] limits) {
        ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
        for (String limit : limits) {
            RateLimiter limiter = RateLimiter.builder()
                    .clock(clock)
                    .limits(Limit.parse(limit))
                    .build();
            long granted = IntStream.range(0, 2 * THREADS)
                    .parallel()
                    .mapToLong(i -> exhausted(limiter, clock, "limited " + i))
                    .max()
                    .orElse(0);
            IntStream.range(0, KEYS).parallel().forEach(i -> limiter.tryAcquire("key " + i));
            long limited = IntStream.range(0, 2 * THREADS)
                    .filter(i -> !limiter.tryAcquire("limited " + i).allowed())
                    .count();
            RateLimiter.Usage usage = limiter.usage();
            System.out.println(String.join(
                    ";",
                    limit,
                    "granted=" + granted,
                    "limited=" + limited,
                    "evicted=" + (usage.liveEvictions() > 0),
                    "many=" + (usage.keys() > 5_000),
                    "within=" + (CounterMemory.used() <= CounterMemory.limit())));
        }
    }

    private static long exhausted(RateLimiter limiter, ManualClock clock, String key) {
        long granted = 0;
        while (limiter.tryAcquire(key).allowed()) {
            clock.advanceNanos(1_000);
            granted++;
        }
        return granted;
    }
}
