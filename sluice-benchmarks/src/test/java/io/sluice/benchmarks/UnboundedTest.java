package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What tables are compared with must itself be right: it agrees with a table that has room for everybody. */
class UnboundedTest {
    private static final int KEYS = 50;
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private static void agrees(Unbounded unbounded, Limit limit) {
        ManualClock clock = new ManualClock();
        RateLimiter limiter = RateLimiter.builder()
                .limits(limit)
                .maxKeys(100 * KEYS)
                .clock(clock)
                .build();
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            int key = random.nextInt(KEYS);
            boolean allowed = limiter.tryAcquire("key" + key).allowed();
            assertThat(unbounded.tryAcquire(key, clock.nanos())).isEqualTo(allowed);
            refused += allowed ? 0 : 1;
            clock.advanceNanos(random.nextInt(20_000_000));
        }
        assertThat(refused).isBetween(1_000, 19_000);
    }

    @Test
    void fixedWindowAgrees() {
        agrees(
                Unbounded.fixedWindow(KEYS, 10, PERIOD.toNanos()),
                Limit.of(10, PERIOD).fixedWindow());
    }

    @Test
    void tokenBucketAgrees() {
        agrees(Unbounded.tokenBucket(KEYS, 10, PERIOD.toNanos()), Limit.of(10, PERIOD));
    }

    @Test
    void theFirstNumberOfZipfComesTwiceAsOftenAsTheSecond() {
        Zipf zipf = new Zipf(1_000, 1);
        int[] seen = new int[1_000];
        for (int i = 0; i < 100_000; i++) {
            seen[zipf.next()]++;
        }
        assertThat((double) seen[0] / seen[1]).isBetween(1.9, 2.1);
        assertThat((double) seen[0] / seen[9]).isBetween(9.0, 11.0);
    }
}
