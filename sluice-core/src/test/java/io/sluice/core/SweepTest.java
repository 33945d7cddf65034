package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Fast limits' counters wrap around within hours, and are swept before; nothing else may be swept with them. */
class SweepTest {
    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    @Test
    void aSlowLimitSurvivesBesideAFastOne() {
        RateLimiter limiter =
                Limiters.of(clock, "999983/s", "5/day burst 5", "1000/day fixed-window", "5/day sliding-log");
        limiter.tryAcquire("k", 5);
        for (int minutes = 20; minutes <= 320; minutes *= 2) {
            clock.advance(Duration.ofMinutes(minutes));
            assertThat(limiter.tryAcquire("k", 4).allowed()).isFalse();
        }
    }

    @Test
    void aKeyAskedNowAndThenIsCountedRight() {
        RateLimiter limiter = Limiters.of(clock, "999983/s");
        for (int i = 0; i < 500; i++) {
            assertThat(limiter.tryAcquire("k", 999_983).allowed()).isTrue();
            assertThat(limiter.tryAcquire("k", 1).allowed()).isFalse();
            clock.advance(Duration.ofMinutes(i));
            clock.advance(Duration.ofSeconds(1));
        }
    }

    @Test
    void usageCountsNoKeyThatIsNewAgain() {
        RateLimiter limiter = Limiters.of(clock, "999983/s");
        for (int i = 0; i < 100; i++) {
            limiter.tryAcquire("key " + i);
        }
        assertThat(limiter.usage().keys()).isEqualTo(100);
        for (int hours = 1; hours < 1_000; hours *= 2) {
            clock.advance(Duration.ofHours(hours));
            assertThat(limiter.usage().keys()).as("after %s h more", hours).isZero();
        }
    }

    @Test
    void whatNeverComesBackIsNeverForgotten() {
        RateLimiter limiter = Limiters.of(clock, "0/s burst 1");
        limiter.tryAcquire("k");
        for (int i = 0; i < 20; i++) {
            clock.advance(Duration.ofDays(365 * 10));
            assertThat(limiter.tryAcquire("k").never()).isTrue();
        }
    }
}
