package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncReservation;
import org.junit.jupiter.api.Test;

/** Several limits on one key: all pass or none is charged. */
interface SeveralLimitsCases extends StoreCases {
    /** The minute gives one back every 4 s. */
    @Test
    default void theOneThatBindsIsNamed() {
        Scene k = on("10/s burst 10", "15/min burst 15");
        k.acquire(10).allowed(0, 40_000).by("10/s burst 10");
        k.acquire(1).refused(100, 0, 40_000).by("10/s burst 10");
        k.at(1000);
        k.peek(0).allowed(5, 39_000).by("15/min burst 15");
        k.acquire(6).refused(3000, 5, 39_000).by("15/min burst 15");
        k.acquire(5).allowed(0, 59_000).by("15/min burst 15");
        k.acquire(1).refused(3000, 0, 59_000).by("15/min burst 15");
        k.acquire(11).never(0, 59_000).by("10/s burst 10");
    }

    @Test
    default void theLongestWaitCounts() {
        Scene k = on("10/s burst 10", "2/s burst 10");
        k.acquire(10).allowed(0, 5000);
        k.acquire(1).refused(500, 0, 5000).by("2/s burst 10");
    }

    @Test
    default void aRefusalByOneChargesNone() {
        Scene k = on("3/s sliding-log", "10/s burst 10");
        k.acquire(2).allowed(1, 1000).by("3/s sliding-log");
        k.acquire(2).refused(1000, 1, 1000).by("3/s sliding-log");
        k.at(1000);
        k.acquire(3).allowed(0, 1000);
        k.peek(0).allowed(0, 1000).by("3/s sliding-log");
    }

    @Test
    default void limitsOfDifferentKindsAreOneDecision() {
        Scene k = on("10/s burst 10", "12/min fixed-window", "20/h sliding-log");
        k.acquire(10).allowed(0, 3_600_000).by("10/s burst 10");
        k.at(1000);
        k.acquire(3).refused(59_000, 2, 3_599_000).by("12/min fixed-window");
        k.acquire(2).allowed(0, 3_600_000).by("12/min fixed-window");
        k.at(60_000);
        k.acquire(8).allowed(0, 3_600_000).by("20/h sliding-log");
        k.acquire(1).refused(3_540_000, 0, 3_600_000).by("20/h sliding-log");
    }

    @Test
    default void aQueueAndABucketDelayAndCount() {
        Scene k = on("2/s leaky-queue 10", "1/s burst 5");
        k.acquire(3).allowedAfter(1000, 2, 3000).by("1/s burst 5");
        k.acquire(3).refused(1000, 2, 3000).by("1/s burst 5");
        k.acquire(2).allowedAfter(2000, 0, 5000);
    }

    @Test
    default void upToGivesTheLeast() {
        Scene k = on("10/s burst 10", "5/min burst 5");
        k.upTo(7).allowed(0, 60_000).granted(5).by("5/min burst 5");
        k.upTo(7).refused(12_000, 0, 60_000).granted(0);
    }

    @Test
    default void aPromiseIsForTheLatest() {
        Scene k = on("10/s burst 10", "2/s burst 10");
        k.acquire(10).allowed(0, 5000);
        AsyncReservation promise = k.reserve(1, 1000);
        k.seen(promise, 1).allowedAfter(500, 0, 5500);
        k.reserved(2, 1000).refused(500, 0, 5500).by("2/s burst 10");
        assertThat(k.cancel(promise)).isTrue();
        k.peek(0).allowed(0, 5000);
    }

    @Test
    default void everyLimitIsRefundedPenalizedAndReset() {
        Scene k = on("10/s burst 10", "15/min burst 15");
        k.penalize(20).allowed(0, 80_000);
        k.acquire(1).refused(24_000, 0, 80_000).by("15/min burst 15");
        k.refund(12).allowed(2, 32_000).by("10/s burst 10");
        k.reset().allowed(10, 0);
    }
}
