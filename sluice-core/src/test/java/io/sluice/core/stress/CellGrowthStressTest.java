package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs grow while others read and write them: each grant at another instant needs an entry of its own. */
class CellGrowthStressTest {
    private static final int THREADS = 4;
    private static final int CAPACITY = 2_000;

    @ParameterizedTest
    @ValueSource(strings = {"5000/h", "5000/h sliding-log"})
    void grantsExactlyTheCapacityWhileTheLogGrows(String other) {
        Interleavings.untilContended(seen -> {
            BareClock clock = new BareClock();
            RateLimiter limiter = RateLimiter.builder()
                    .limits(Limit.perHour(CAPACITY).slidingLog(), Limit.parse(other))
                    .maxKeys(1)
                    .clock(clock)
                    .build();
            long before = limiter.usage().bytes();
            long granted = StartTogether.sum(THREADS, thread -> {
                long mine = 0;
                for (int i = 0; i < CAPACITY; i++) {
                    clock.advanceNanos(1);
                    mine += limiter.tryAcquire("all").granted();
                    seen.by(thread);
                }
                return mine;
            });
            assertThat(granted).isEqualTo(CAPACITY);
            assertThat(limiter.usage().bytes()).isGreaterThan(before + 16 * CAPACITY);
        });
    }
}
