package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.core.AsyncRateLimiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the verbs do to a bucket of 10/s burst 20. */
interface VerbCases extends StoreCases {
    @Test
    default void upToGivesWhatThereIs() {
        Scene k = on("10/s burst 20");
        k.acquire(15).allowed(5, 1500);
        k.upTo(3).allowed(2, 1800).granted(3);
        k.upTo(10).allowed(0, 2000).granted(2);
        k.upTo(10).refused(100, 0, 2000).granted(0);
        k.at(150);
        k.upTo(10).allowed(0, 1950).granted(1);
    }

    @Test
    default void upToMoreThanTheCapacityGivesAll() {
        on("10/s burst 20").upTo(1_000_000).allowed(0, 2000).granted(20);
    }

    @Test
    default void upToNoneLooks() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        k.upTo(0).allowed(0, 2000).granted(0);
    }

    @Test
    default void peekTakesNothing() {
        Scene k = on("10/s burst 20");
        k.peek(20).allowed(20, 0);
        k.acquire(15).allowed(5, 1500);
        k.peek(5).allowed(5, 1500);
        k.peek(6).refused(100, 5, 1500);
        k.peek(21).never(5, 1500);
        k.acquire(5).allowed(0, 2000);
    }

    @Test
    default void refundGivesBackUpToFull() {
        Scene k = on("10/s burst 20");
        k.refund(3).allowed(20, 0);
        k.acquire(10).allowed(10, 1000);
        k.refund(4).allowed(14, 600);
        k.refund(0).allowed(14, 600);
        k.refund(100).allowed(20, 0);
        k.acquire(20).allowed(0, 2000);
    }

    @Test
    default void penalizeTakesIntoDebt() {
        Scene k = on("10/s burst 20");
        k.penalize(0).allowed(20, 0);
        k.penalize(5).allowed(15, 500);
        k.penalize(30).allowed(0, 3500);
        k.acquire(1).refused(1600, 0, 3500);
        k.upTo(5).refused(1600, 0, 3500);
        k.at(1600);
        k.acquire(1).allowed(0, 2000);
    }

    @Test
    default void refundPaysDebt() {
        Scene k = on("10/s burst 20");
        k.penalize(30).allowed(0, 3000);
        k.refund(15).allowed(5, 1500);
        k.acquire(5).allowed(0, 2000);
    }

    @Test
    default void resetForgetsOneKey() {
        Scene k = on("10/s burst 20");
        Scene other = k.key("other");
        k.penalize(30).allowed(0, 3000);
        other.acquire(20).allowed(0, 2000);
        k.reset().allowed(20, 0);
        other.acquire(1).refused(100, 0, 2000);
        k.acquire(20).allowed(0, 2000);
    }

    @Test
    default void impossibleNumbersAreRefusedAtOnce() {
        AsyncRateLimiter limiter = on("10/s burst 20").limiter();
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire("k", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquire("k", 1L << 31));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.tryAcquireUpTo("k", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.refund("k", -1));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.block("k", Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> limiter.reserve("k", 1, Duration.ofNanos(-1)));
    }
}
