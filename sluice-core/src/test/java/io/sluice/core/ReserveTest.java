package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReserveTest {
    private final ManualClock clock = new ManualClock();

    private static long delay(RateLimiter limiter, long permits) {
        return limiter.reserve("k", permits).decision().delayNanos();
    }

    @Test
    void promisesPermitsForWhenTheyWillBeThere() {
        RateLimiter limiter = Limiters.of(clock, "10/s burst 2");
        assertThat(limiter.reserve("k", 2).delay()).isEqualTo(Duration.ZERO);
        Reservation later = limiter.reserve("k", 1);
        assertThat(later.allowed()).isTrue();
        assertThat(later.delay()).isEqualTo(Duration.ofMillis(100));
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void refusesWhatTakesTooLongAndSaysWhenItWouldNot() {
        RateLimiter limiter = Limiters.of(clock, "10/s burst 1");
        limiter.tryAcquire("k");
        Reservation refused = limiter.reserve("k", 1, Duration.ofMillis(99));
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.decision().retryAfter()).isEqualTo(Duration.ofMillis(1));
        assertThat(refused.cancel()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(limiter.reserve("k", 1, Duration.ofMillis(99)).allowed()).isTrue();
    }

    @Test
    void refusesForGoodWhatCanNeverBe() {
        RateLimiter limiter = Limiters.of(clock, "10/s burst 2");
        assertThat(limiter.reserve("k", 3).decision().never()).isTrue();
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(2);
    }

    @Test
    void cancelsOnceAndNoLaterThanPromised() {
        RateLimiter limiter = Limiters.of(clock, "10/s burst 1");
        limiter.tryAcquire("k");
        Reservation first = limiter.reserve("k", 1);
        clock.advance(Duration.ofMillis(100));
        assertThat(first.cancel()).isTrue();
        assertThat(first.cancel()).isFalse();
        Reservation second = limiter.reserve("k", 1);
        clock.advanceNanos(1);
        assertThat(second.cancel()).isFalse();
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
    }

    @Test
    void givesBackNothingForNoPermits() {
        Reservation none = Limiters.of(clock, "1/s").reserve("k", 0);
        assertThat(none.allowed()).isTrue();
        assertThat(none.cancel()).isFalse();
    }

    @Test
    void rejectsAWaitBelowZero() {
        RateLimiter limiter = Limiters.of(clock, "1/s");
        assertThatThrownBy(() -> limiter.reserve("k", 1, Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsWhatAnAnchoredWindowPromisedToOthers() {
        RateLimiter limiter = Limiters.of(clock, "1/s fixed-window anchored");
        limiter.tryAcquire("k");
        Reservation first = limiter.reserve("k", 1);
        limiter.reserve("k", 1);
        first.cancel();
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
        clock.advance(Duration.ofSeconds(2));
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
    }

    @Test
    void remembersAnAnchoredWindowWhenAllPromisesAfterItAreCancelled() {
        RateLimiter limiter = Limiters.of(clock, "10/s fixed-window anchored");
        limiter.tryAcquire("k", 10);
        clock.advanceNanos(1);
        Reservation first = limiter.reserve("k", 1);
        Reservation second = limiter.reserve("k", 1);
        first.cancel();
        second.cancel();
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
        clock.moveTo(1_000_000_000);
        assertThat(limiter.tryAcquire("k", 10).allowed()).isTrue();
    }

    @Test
    void queuesSeveralPermitsLikeAsManySingles() {
        RateLimiter limiter = Limiters.of(clock, "2/s leaky-queue 10");
        assertThat(delay(limiter, 3)).isEqualTo(1_000_000_000);
        assertThat(delay(limiter, 1)).isEqualTo(1_500_000_000);
    }

    @Test
    void letsNobodyLeaveAtOnceWithAPromiseBehindACancelledOne() {
        RateLimiter limiter = Limiters.of(clock, "1/s leaky-queue 72");
        Reservation cancelled = limiter.reserve("k", 30);
        assertThat(delay(limiter, 1)).isEqualTo(30_000_000_000L);
        cancelled.cancel();
        for (int i = 0; i < 40; i++) {
            assertThat(limiter.tryAcquire("k").delay()).isNotEqualTo(Duration.ofSeconds(30));
        }
    }

    @Test
    void losesNoFractionOfANanosecondFromPromiseToPromise() {
        RateLimiter limiter = Limiters.of(clock, "3/s burst 1");
        long last = 0;
        for (int i = 0; i <= 300; i++) {
            last = delay(limiter, 1);
        }
        assertThat(last).isEqualTo(100_000_000_000L);
    }

    @Test
    void mintsNoFractionOfAPermitByCancelling() {
        RateLimiter limiter = Limiters.of(clock, "999983/s burst 1");
        long last = 0;
        for (int i = 0; i < 2_000; i++) {
            Reservation cancelled = limiter.reserve("k", 1);
            last = delay(limiter, 1);
            cancelled.cancel();
        }
        assertThat(last * 999_983).isGreaterThanOrEqualTo(1_999L * 1_000_000_000);
    }

    @Test
    void refundsNoMoreThanAskedWhileASlidingWindowIsPromised() {
        RateLimiter limiter = Limiters.of(clock, "10/s sliding-window");
        limiter.tryAcquire("k", 10);
        clock.advance(Duration.ofMillis(900));
        limiter.reserve("k", 1);
        limiter.refund("k", 2);
        clock.moveTo(1_000_000_000);
        assertThat(limiter.tryAcquireUpTo("k", 10).granted()).isLessThanOrEqualTo(2);
    }

    @Test
    void saysWhichLimitMadeItTooLong() {
        RateLimiter limiter = Limiters.of(clock, "10/s", "1/s leaky-queue 10");
        limiter.tryAcquire("k", 5);
        Decision refused = limiter.reserve("k", 1, Duration.ofSeconds(1)).decision();
        assertThat(refused.binding()).isEqualTo(Limit.parse("1/s leaky-queue 10"));
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void promisesAllLimitsForTheSameMoment() {
        RateLimiter limiter = Limiters.of(clock, "10/s burst 1", "1/min fixed-window anchored");
        limiter.tryAcquire("k");
        Reservation promised = limiter.reserve("k", 1);
        assertThat(promised.delay()).isEqualTo(Duration.ofMinutes(1));
        clock.advance(Duration.ofMinutes(1));
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
        assertThat(limiter.tryAcquire("k").binding()).isEqualTo(Limit.parse("1/min fixed-window anchored"));
    }

    @Test
    void promisesNothingSoFarAheadThatAFastLimitCannotTell() {
        RateLimiter limiter = Limiters.of(clock, "999983/s burst 10", "1/day burst 1");
        limiter.tryAcquire("k");
        assertThat(limiter.reserve("k", 1).allowed()).isFalse();
        assertThat(limiter.peek("k", 0).resetAfter()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void aCancelledPromiseOfAWindowThatWasNeverOpenLeavesAllPermits() {
        RateLimiter limiter = RateLimiter.builder()
                .limits(Limit.parse("10/s fixed-window anchored"), Limit.parse("1/min"))
                .clock(clock)
                .build();
        limiter.tryAcquire("k");
        clock.advance(Duration.ofSeconds(30));
        Reservation first = limiter.reserve("k", 1);
        Reservation second = limiter.reserve("k", 1);
        second.cancel();
        first.cancel();
        assertThat(limiter.peek("k", 0).remaining()).isZero();
        clock.advance(Duration.ofSeconds(30));
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
    }

    /** The parts that made room for the promised one are forgotten: nobody knows how much of them still counts. */
    @Test
    void subWindowsGiveNothingUntilTheCancelledPartBeginsIfOthersWereChargedMeanwhile() {
        RateLimiter limiter = Limiters.of(clock, "4/s sub-windows 4");
        limiter.tryAcquire("k", 3);
        Reservation first = limiter.reserve("k", 2);
        Reservation second = limiter.reserve("k", 1);
        assertThat(first.delay()).isEqualTo(Duration.ofMillis(1_250));
        assertThat(first.cancel()).isTrue();
        assertThat(second.cancel()).isTrue();
        assertThat(limiter.peek("k", 0).remaining()).isZero();
        clock.advance(Duration.ofMillis(1_249));
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(4);
    }

    @Test
    void subWindowsForgetACancelledPromiseIfNobodyElseWasCharged() {
        RateLimiter limiter = Limiters.of(clock, "4/s sub-windows 4");
        limiter.tryAcquire("k", 3);
        assertThat(limiter.reserve("k", 2).cancel()).isTrue();
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
    }
}
