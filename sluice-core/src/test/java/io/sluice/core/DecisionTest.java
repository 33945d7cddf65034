package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionTest {
    private static final Limit LIMIT = Limit.parse("5/s");

    @ParameterizedTest
    @CsvSource({"1500000000, 2", "1000000000, 1", "1, 1", "2000000000, 2", "999999999, 1"})
    void roundsSecondsUp(long nanos, long seconds) {
        assertThat(Decision.refused(LIMIT, nanos, 0, 0).retryAfterSeconds()).isEqualTo(seconds);
    }

    @Test
    void anAllowedOneHasNothingToRetry() {
        Decision allowed = new Decision(LIMIT, 7, 2, 3, 11);
        assertThat(allowed.allowed()).isTrue();
        assertThat(allowed.retryAfter()).isEqualTo(Duration.ZERO);
        assertThat(allowed.retryAfterSeconds()).isZero();
        assertThat(allowed.delay()).isEqualTo(Duration.ofNanos(7));
        assertThat(allowed.resetAfter()).isEqualTo(Duration.ofNanos(11));
        assertThat(allowed.granted()).isEqualTo(2);
        assertThat(allowed.limit()).isEqualTo(5);
        assertThat(allowed.binding()).isEqualTo(LIMIT);
        assertThat(allowed).hasToString("allowed after PT0.000000007S, 3 of 5 left, by 5/s burst 5");
    }

    @Test
    void neverIsNotANumber() {
        Decision never = Decision.refused(LIMIT, Long.MAX_VALUE, 3, 11);
        assertThat(never.never()).isTrue();
        assertThat(never.allowed()).isFalse();
        assertThat(never.retryAfter()).isEqualTo(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(never.delayNanos()).isZero();
        assertThat(never).hasToString("refused, never, 3 of 5 left, by 5/s burst 5");
    }

    @Test
    void aRefusalTellsWhyAndHowLong() {
        Decision refused = Decision.refused(LIMIT, 1_000, 1, 11);
        assertThat(refused.blocked()).isFalse();
        assertThat(refused.granted()).isZero();
        assertThat(refused).hasToString("refused, retry after PT0.000001S, 1 of 5 left, by 5/s burst 5");
        Decision blocked = Decision.blocked(LIMIT, 1_000);
        assertThat(blocked.blocked()).isTrue();
        assertThat(blocked.granted()).isZero();
        assertThat(blocked.resetAfterNanos()).isEqualTo(1_000);
        assertThat(blocked).hasToString("blocked, retry after PT0.000001S, 0 of 5 left, by 5/s burst 5");
        assertThat(Decision.undecided(LIMIT, 1_000))
                .hasToString("refused undecided, retry after PT0.000001S, 0 of 5 left, by 5/s burst 5");
    }

    @Test
    void oneThatNobodyCouldMakeSaysSo() {
        Decision undecided = Decision.undecided(LIMIT, 1_000);
        assertThat(undecided.undecided()).isTrue();
        assertThat(undecided.allowed()).isFalse();
        assertThat(undecided.blocked()).isFalse();
        assertThat(undecided.remaining()).isZero();
        assertThat(undecided.retryAfterNanos()).isEqualTo(1_000);
        assertThat(undecided.resetAfterNanos()).isEqualTo(1_000);
        assertThat(Decision.undecided(LIMIT, Long.MAX_VALUE).never()).isTrue();
        assertThat(Decision.undecided(LIMIT, Long.MAX_VALUE).resetAfterNanos()).isZero();
        assertThat(Decision.refused(LIMIT, 1_000, 0, 0).undecided()).isFalse();
        assertThat(Decision.blocked(LIMIT, 1_000).undecided()).isFalse();
    }

    @Test
    void unlimitedLetsEverythingPass() {
        RateLimiter limiter = Limiters.of(new ManualClock(), "unlimited");
        for (int i = 0; i < 100; i++) {
            Decision allowed = limiter.tryAcquire("k", Limit.MOST_PERMITS);
            assertThat(allowed.allowed()).isTrue();
            assertThat(allowed.remaining()).isEqualTo(Limit.MOST_PERMITS);
            assertThat(allowed.resetAfterNanos()).isZero();
        }
    }

    @Test
    void ofSeveralLimitsTheScarcestBindsWhenAllowedAndTheSlowestWhenRefused() {
        RateLimiter limiter = Limiters.of(new ManualClock(), "10/s", "100/min", "12/h");
        assertThat(limiter.tryAcquire("k", 8).binding()).isEqualTo(Limit.parse("10/s"));
        Decision refused = limiter.tryAcquire("k", 5);
        assertThat(refused.binding()).isEqualTo(Limit.parse("12/h"));
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMinutes(5));
        assertThat(refused.remaining()).isEqualTo(2);
        assertThat(refused.resetAfter()).isEqualTo(Duration.ofMinutes(40));
    }
}
