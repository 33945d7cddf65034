package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits change under load, from one layout to another and back: what was used stays used. There is room for every key. */
class ReconfigureStressTest {
    private static final int THREADS = 4;
    private static final int KEYS = 50;
    private static final int CAPACITY = 100;
    private static final List<Limit> LIMITS = List.of(
            Limit.perHour(CAPACITY),
            Limit.perHour(CAPACITY).slidingLog(),
            Limit.perDay(CAPACITY),
            Limit.perHour(CAPACITY).fixedWindow(),
            Limit.perDay(CAPACITY).subWindows(3));

    @Test
    void grantsNoKeyMoreThanItsCapacity() {
        Interleavings.untilContended(seen -> {
            RateLimiter limiter = RateLimiter.builder()
                    .limits(LIMITS.get(0))
                    .maxKeys(100 * KEYS)
                    .clock(new ManualClock())
                    .build();
            List<long[]> granted = StartTogether.run(THREADS, thread -> {
                long[] mine = new long[KEYS];
                for (int i = 0; i < CAPACITY * KEYS; i++) {
                    mine[i % KEYS] += limiter.tryAcquire(Key.of(i % KEYS)).granted();
                    seen.by(thread);
                    if (thread == 0 && i % 20 == 0) {
                        limiter.reconfigure(LIMITS.get(i / 20 % LIMITS.size()));
                    }
                }
                return mine;
            });
            for (int key = 0; key < KEYS; key++) {
                int k = key;
                assertThat(granted.stream().mapToLong(mine -> mine[k]).sum()).isBetween(CAPACITY / 2L, (long) CAPACITY);
                assertThat(limiter.tryAcquire(Key.of(k)).allowed()).isFalse();
            }
        });
    }
}
