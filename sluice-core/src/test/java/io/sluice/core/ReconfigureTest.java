package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReconfigureTest {
    private static final String[] ALL = {
        "20/min burst 20",
        "20/min leaky-bucket 20",
        "20/min leaky-queue 20",
        "20/min fixed-window",
        "20/min fixed-window anchored",
        "20/min sliding-window",
        "20/min sub-windows 6",
        "20/min sliding-log"
    };

    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    static Stream<Arguments> pairs() {
        return Stream.of(ALL).flatMap(from -> Stream.of(ALL).map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void keepsWhatWasUsedInPermits(String from, String to) {
        RateLimiter limiter = Limiters.of(clock, from);
        limiter.tryAcquire("k", 13);
        limiter.reconfigure(Limit.parse(to));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(7);
        assertThat(limiter.peek("other", 0).remaining()).isEqualTo(20);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void keepsWhatWasUsedUnderALargerOrSmallerLimit(String from, String to) {
        RateLimiter limiter = Limiters.of(clock, from);
        limiter.tryAcquire("k", 13);
        limiter.reconfigure(Limit.parse(to.replace("20", "50")));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(37);
        limiter.reconfigure(Limit.parse(to.replace("20", "10")));
        assertThat(limiter.peek("k", 0).remaining()).isZero();
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
        limiter.reconfigure(Limit.parse(to));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(7);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void keepsEachOfSeveralLimits(String from, String to) {
        RateLimiter limiter = Limiters.of(clock, "100/h burst 100", from);
        limiter.tryAcquire("k", 13);
        limiter.reconfigure(Limiters.limits("100/h burst 100", to, "5/s burst 50"));
        assertThat(limiter.limits()).hasSize(3);
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(7);
        limiter.refund("k", 13);
        assertThat(limiter.tryAcquire("k", 20).allowed()).isTrue();
    }

    @Test
    void aFasterRateIsNotHeldToTheOldOnesDebt() {
        RateLimiter limiter = Limiters.of(clock, "1/2s burst 16");
        limiter.tryAcquire("k", 2);
        limiter.reconfigure(Limit.parse("50/s burst 16"));
        assertThat(limiter.tryAcquire("k").remaining()).isEqualTo(13);
        assertThat(limiter.peek("k", 0).resetAfter()).isEqualTo(Duration.ofMillis(60));
    }

    @Test
    void aLogKeepsItsInstants() {
        RateLimiter limiter = Limiters.of(clock, "5/min sliding-log");
        limiter.tryAcquire("k", 2);
        clock.advance(Duration.ofSeconds(40));
        limiter.tryAcquire("k", 2);
        limiter.reconfigure(Limit.parse("4/min sliding-log"));
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aLongerLogRevivesNothing() {
        RateLimiter limiter = Limiters.of(clock, "5/min sliding-log");
        limiter.tryAcquire("k", 3);
        clock.advance(Duration.ofMinutes(10));
        limiter.reconfigure(Limit.parse("5/15m sliding-log"));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(5);
    }

    @Test
    void windowsAreFoundOnTheWallClockWhereverTheCountersCameFrom() {
        ShiftedClock shifted = new ShiftedClock(clock, Duration.ofDays(3).toNanos());
        RateLimiter limiter = Limiters.of(shifted, "20/h burst 20");
        limiter.tryAcquire("k", 13);
        limiter.reconfigure(Limit.parse("20/h fixed-window"));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(7);
        assertThat(limiter.peek("k", 0).resetAfter()).isLessThanOrEqualTo(Duration.ofHours(1));
        limiter.reconfigure(Limit.parse("20/h burst 20"));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(7);
    }

    /** A wall clock away from monotonic time, as after a suspend. */
    record ShiftedClock(ManualClock clock, long shift) implements Clock {
        @Override
        public long nanos() {
            return clock.nanos();
        }

        @Override
        public long wallNanos() {
            return clock.nanos() + shift;
        }

        @Override
        public Alarm schedule(long delayNanos, Runnable task) {
            return clock.schedule(delayNanos, task);
        }
    }
}
