package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A decision of which only parts are read is never allocated, one that is kept takes 40 bytes. */
class AllocationMemoryTest {
    private static final int DECISIONS = 1_000_000;
    private static final String[] NAMES = {"ann", "ben", "cleo", "user:1234567", "203.0.113.9", "a", "b", "c"};
    private static final Key[] KEYS = Arrays.stream(NAMES).map(Key::of).toArray(Key[]::new);
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Decision kept = limiter("1/h").tryAcquire("kept");

    /** So that the compiler cannot count on one algorithm. */
    @BeforeAll
    static void haveUsedEverything() {
        List<String> others = List.of(
                "5/h leaky-bucket 10",
                "5/h leaky-queue 10",
                "5/h fixed-window",
                "5/h fixed-window anchored",
                "5/h sliding-window",
                "5/h sub-windows 6",
                "5/h sliding-log",
                "5/h; 7/day");
        for (String limits : others) {
            RateLimiter limiter = limiter(limits);
            for (int i = 0; i < 20_000; i++) {
                limiter.tryAcquire(NAMES[i & 7]);
                limiter.tryAcquire(KEYS[i & 7], 2);
            }
        }
    }

    @Test
    void allowedTakesNothing() {
        RateLimiter limiter = limiter("2000000000/h");
        assertThat(bytesEach(() -> allowed(limiter))).isLessThan(1);
        assertThat(allowed(limiter)).isEqualTo(DECISIONS);
    }

    @Test
    void refusedTakesNothing() {
        RateLimiter limiter = limiter("1/h");
        assertThat(bytesEach(() -> allowed(limiter))).isLessThan(1);
        assertThat(allowed(limiter)).isZero();
    }

    @Test
    void refusedByAWindowTakesNothing() {
        RateLimiter limiter = limiter("1/h fixed-window");
        assertThat(bytesEach(() -> allowed(limiter))).isLessThan(1);
    }

    @Test
    void everyPartCanBeReadForNothing() {
        RateLimiter limiter = limiter("500000/h");
        assertThat(bytesEach(() -> partsOf(limiter))).isLessThan(1);
    }

    @Test
    void keptTakes40Bytes() {
        RateLimiter limiter = limiter("500000/h");
        assertThat(bytesEach(() -> keepAll(limiter))).isBetween(1.0, 40.0);
        assertThat(Objects.requireNonNull(kept).limit()).isEqualTo(500_000);
    }

    private static long allowed(RateLimiter limiter) {
        long allowed = 0;
        for (int i = 0; i < DECISIONS; i++) {
            allowed += limiter.tryAcquire(NAMES[i & 7]).allowed() ? 1 : 0;
        }
        return allowed;
    }

    private static long partsOf(RateLimiter limiter) {
        long parts = 0;
        for (int i = 0; i < DECISIONS; i++) {
            Decision decision = limiter.tryAcquire(KEYS[i & 7]);
            parts += decision.remaining() + decision.retryAfterNanos() + decision.resetAfterNanos() + decision.limit();
        }
        return parts;
    }

    private long keepAll(RateLimiter limiter) {
        for (int i = 0; i < DECISIONS; i++) {
            kept = limiter.tryAcquire(KEYS[i & 7]);
        }
        return kept.remaining();
    }

    /** The least of several runs: the first ones are the compiler's. */
    private static double bytesEach(LongSupplier run) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 8; i++) {
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            var unused = run.getAsLong();
            long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            least = Math.min(least, after - before);
        }
        System.out.printf("%.3f bytes a decision%n", (double) least / DECISIONS);
        return (double) least / DECISIONS;
    }

    private static RateLimiter limiter(String limits) {
        return RateLimiter.builder()
                .limits(Arrays.stream(limits.split("; ")).map(Limit::parse).toArray(Limit[]::new))
                .maxKeys(100_000)
                .clock(new ManualClock())
                .build();
    }
}
