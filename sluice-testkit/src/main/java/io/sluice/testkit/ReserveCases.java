package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncReservation;
import org.junit.jupiter.api.Test;

/** Promises of a bucket of 10/s burst 20. */
interface ReserveCases extends StoreCases {
    /** A bucket that was used up just now. */
    private Scene empty() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        return k;
    }

    @Test
    default void whatIsThereIsReservedForNow() {
        on("10/s burst 20").reserved(5, 0).allowed(15, 500);
    }

    @Test
    default void promisesFollowEachOther() {
        Scene k = empty();
        k.reserved(1, 1000).allowedAfter(100, 0, 2100);
        k.reserved(5, 1000).allowedAfter(600, 0, 2600);
        k.at(600);
        k.acquire(1).refused(100, 0, 2000);
        k.at(700);
        k.acquire(1).allowed(0, 2000);
    }

    @Test
    default void tooLateAPromiseIsRefusedAndTakesNothing() {
        Scene k = empty();
        k.reserved(5, 400).refused(100, 0, 2000);
        k.acquire(1).refused(100, 0, 2000);
        k.at(100);
        k.reserved(5, 400).allowedAfter(400, 0, 2400);
    }

    @Test
    default void moreThanTheCapacityIsNeverPromised() {
        empty().reserved(21, 3_600_000).never(0, 2000);
    }

    @Test
    default void noPermitsArePromisedForNow() {
        empty().reserved(0, 0).allowed(0, 2000);
    }

    @Test
    default void aCancelledPromiseComesBackOnce() {
        Scene k = empty();
        AsyncReservation promise = k.reserve(5, 1000);
        k.seen(promise, 5).allowedAfter(500, 0, 2500);
        assertThat(k.cancel(promise)).isTrue();
        k.peek(0).allowed(0, 2000);
        assertThat(k.cancel(promise)).isFalse();
        k.peek(0).allowed(0, 2000);
    }

    @Test
    default void whatWasThereComesBackToo() {
        Scene k = on("10/s burst 20");
        AsyncReservation promise = k.reserve(5, 0);
        assertThat(k.cancel(promise)).isTrue();
        k.peek(0).allowed(20, 0);
    }

    @Test
    default void aCancelledPromiseComesBackAsTimeHasPassed() {
        Scene k = empty();
        AsyncReservation promise = k.reserve(5, 1000);
        k.at(500);
        assertThat(k.cancel(promise)).isTrue();
        k.peek(0).allowed(5, 1500);
    }

    @Test
    default void aPromiseIsKeptOnceItsTimeHasPassed() {
        Scene k = empty();
        AsyncReservation promise = k.reserve(5, 1000);
        k.at(501);
        assertThat(k.cancel(promise)).isFalse();
        k.peek(0).allowed(0, 1999);
    }

    /** Five were promised for 500 ms and two behind them for 700: only three can be given to others at 500. */
    @Test
    default void whatOthersWerePromisedBehindStaysPromised() {
        Scene k = empty();
        AsyncReservation first = k.reserve(5, 1000);
        k.reserved(2, 1000).allowedAfter(700, 0, 2700);
        assertThat(k.cancel(first)).isTrue();
        k.peek(0).allowed(0, 2400);
    }

    @Test
    default void aRefusedReservationHasNothingToCancel() {
        Scene k = empty();
        AsyncReservation refused = k.reserve(5, 0);
        assertThat(refused.allowed()).isFalse();
        assertThat(k.cancel(refused)).isFalse();
        k.peek(0).allowed(0, 2000);
    }
}
