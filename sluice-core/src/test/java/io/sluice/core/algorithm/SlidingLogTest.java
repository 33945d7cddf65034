package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten permits in any 10 ns. */
class SlidingLogTest {
    private static final long GUARD = -7;
    private static final int O = 6;
    private static final int HEAD = O + 1;
    private static final int ENTRIES = O + 2;
    private static final int TOTAL = O + 3;
    private static final int DROPPED = O + 4;
    private static final int RING = O + 5;
    private static final long REBASE_AT = 1L << 60;

    private final SlidingLog log = new SlidingLog(10, 10);
    private final long[] cell = guarded(log, log.words());

    @AfterEach
    void neverWritesOutsideTheCell() {
        assertGuarded(cell);
    }

    @Test
    void isMeasuredOnTheMonotonicClock() {
        assertThat(log.aligned()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1_000, 1L << 61, -(1L << 61)})
    void countsAPermitForExactlyOnePeriod(long zero) {
        charge(zero, 4);
        charge(zero + 3, 6);
        assertThat(log.wait(cell, O, zero + 3, 0)).isZero();
        assertThat(log.wait(cell, O, zero + 3, 4)).isEqualTo(7);
        assertThat(log.wait(cell, O, zero + 3, 5)).isEqualTo(10);
        assertThat(log.wait(cell, O, zero + 3, 10)).isEqualTo(10);
        assertThat(log.wait(cell, O, zero + 3, 11)).isEqualTo(Algorithm.NEVER);
        assertThat(log.remaining(cell, O, zero + 9)).isZero();
        assertThat(log.remaining(cell, O, zero + 10)).isEqualTo(4);
        assertThat(log.resetAfter(cell, O, zero + 12)).isEqualTo(1);
        assertThat(log.resetAfter(cell, O, zero + 13)).isZero();
        assertThat(log.debt(cell, O, zero + 12)).isEqualTo(6);
        assertThat(log.debt(cell, O, zero + 13)).isZero();
    }

    @Test
    void growsToTwiceTheRingWhenFullAndKeepsWhatItHolds() {
        assertThat(log.size(cell, O)).isEqualTo(13);
        chargeOneAtEachOf(0, 1, 2);
        assertThat(log.sizeToCharge(cell, O)).isEqualTo(13);
        charge(3, 1);
        assertThat(log.sizeToCharge(cell, O)).isEqualTo(21);
        long[] grown = guarded(log, 21);
        log.layOut(cell, O, grown, O, 21);
        assertThat(Arrays.copyOfRange(grown, O, O + 21))
                .containsExactly(8, 0, 4, 4, 0, 0, 1, 1, 2, 2, 3, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(log.size(grown, O)).isEqualTo(21);
        assertThat(log.sizeToCharge(grown, O)).isEqualTo(21);
        assertGuarded(grown);
    }

    @Test
    void unrollsTheRingWhenLaidOutAnew() {
        chargeOneAtEachOf(0, 1, 2, 3, 10, 11);
        assertThat(cell[HEAD]).isEqualTo(2);
        long[] grown = guarded(log, 21);
        log.layOut(cell, O, grown, O, 21);
        assertThat(Arrays.copyOfRange(grown, O, RING + 8)).containsExactly(8, 0, 4, 6, 2, 2, 3, 3, 4, 10, 5, 11, 6);
        assertThat(log.used(grown, O, 12)).isEqualTo(3);
    }

    @Test
    void isLaidOutEmptyWhereThereIsNoOldCell() {
        Arrays.fill(cell, O, RING, 99);
        log.layOut(null, 0, cell, O, 13);
        assertThat(Arrays.copyOfRange(cell, O, RING)).containsExactly(4, 0, 0, 0, 0);
    }

    @Test
    void isAsGoodAsNewWhenRenewed() {
        chargeOneAtEachOf(0, 1, 2, 3, 10);
        log.renew(cell, O, 10);
        assertThat(Arrays.copyOfRange(cell, O, RING)).containsExactly(4, 0, 0, 0, 0);
        assertThat(log.remaining(cell, O, 10)).isEqualTo(10);
    }

    @Test
    void refundsFromTheNewestOn() {
        charge(0, 2);
        charge(5, 3);
        log.refund(cell, O, 5, 1);
        assertThat(log.used(cell, O, 10)).isEqualTo(2);
        log.refund(cell, O, 5, 2);
        assertThat(log.resetAfter(cell, O, 5)).isEqualTo(5);
        log.refund(cell, O, 5, 1);
        assertThat(log.used(cell, O, 5)).isEqualTo(1);
        log.refund(cell, O, 5, 100);
        assertThat(log.used(cell, O, 5)).isZero();
    }

    @Test
    void dropsWhatNoLongerCountsWhenRefunded() {
        chargeOneAtEachOf(0, 1, 2, 3);
        log.refund(cell, O, 12, 0);
        assertThat(log.sizeToCharge(cell, O)).isEqualTo(13);
        assertThat(cell[ENTRIES]).isEqualTo(1);
        log.refund(cell, O, 12, 5);
        assertThat(cell[TOTAL]).isEqualTo(3);
        assertThat(cell[DROPPED]).isEqualTo(3);
    }

    @Test
    void leavesTheRingAloneWhenThereIsNothingToRefund() {
        chargeOneAtEachOf(0, 1, 2, 3);
        log.renew(cell, O, 3);
        long[] ring = Arrays.copyOfRange(cell, RING, RING + 8);
        log.refund(cell, O, 3, 1);
        assertThat(Arrays.copyOfRange(cell, RING, RING + 8)).containsExactly(ring);
        assertThat(log.used(cell, O, 3)).isZero();
    }

    @Test
    void owesNothingOnceAPartOfARefundedChargeIsOver() {
        charge(5, 3);
        log.refund(cell, O, 5, 1);
        assertThat(log.used(cell, O, 14)).isEqualTo(2);
        assertThat(log.used(cell, O, 15)).isZero();
    }

    @Test
    void hasNothingToResetWhenNew() {
        assertThat(log.resetAfter(cell, O, 0)).isZero();
        log.refund(cell, O, 0, 5);
        assertThat(cell[ENTRIES]).isZero();
        assertThat(log.resetAfter(cell, O, 0)).isZero();
    }

    @Test
    void forgetsDebtWhenRenewed() {
        for (long now = 0; now < 3; now++) {
            charge(now, 4);
        }
        log.renew(cell, O, 2);
        charge(2, 3);
        assertThat(log.used(cell, O, 11)).isEqualTo(3);
        assertThat(log.used(cell, O, 12)).isZero();
    }

    @Test
    void takesNoDroppedPermitsForDebt() {
        charge(0, 5);
        charge(10, 4);
        charge(11, 1);
        charge(12, 1);
        assertThat(cell[ENTRIES]).isEqualTo(3);
        assertThat(log.used(cell, O, 21)).isEqualTo(1);
    }

    @Test
    void waitsForTheOnlyCharge() {
        charge(100, 10);
        assertThat(log.wait(cell, O, 100, 1)).isEqualTo(10);
        assertThat(log.wait(cell, O, 109, 10)).isEqualTo(1);
    }

    @Test
    void isNewAgainWhenTheFirstChargeIsCancelled() {
        charge(0, 3);
        log.cancel(cell, O, 0, 0, 3);
        assertThat(Arrays.copyOfRange(cell, O, RING)).containsExactly(4, 0, 0, 0, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 5, 4",
        "0, 9, 4, 4",
        "5, 1, 5, 3",
        "5, 2, 4, 2",
        "5, 9, 4, 2",
        "7, 1, 5, 3",
        "7, 9, 4, 2",
        "6, 9, 6, 4",
        "-1, 9, 6, 4"
    })
    void cancelsOnlyWhatWasChargedForThatInstant(long at, long permits, long left, long leftWithoutTheFirst) {
        charge(0, 2);
        charge(5, 2);
        charge(7, 2);
        log.cancel(cell, O, 7, at, permits);
        assertThat(log.used(cell, O, 7)).isEqualTo(left);
        assertThat(log.used(cell, O, 10)).isEqualTo(leftWithoutTheFirst);
    }

    @Test
    void isEmptyAfterTheOnlyChargeIsCancelled() {
        charge(10, 1);
        charge(20, 3);
        log.cancel(cell, O, 20, 20, 3);
        assertThat(cell[ENTRIES]).isZero();
        assertThat(log.used(cell, O, 20)).isZero();
        assertThat(log.remaining(cell, O, 20)).isEqualTo(10);
    }

    @Test
    void cancelsNothingThatWasRefundedAlready() {
        charge(0, 1);
        charge(5, 1);
        log.refund(cell, O, 5, 1);
        log.cancel(cell, O, 5, 5, 1);
        assertThat(log.used(cell, O, 5)).isEqualTo(1);
    }

    @Test
    void cancelsTheNewestOfAFullRingAndNoOther() {
        chargeOneAtEachOf(0, 1, 2, 3);
        log.cancel(cell, O, 3, 3, 1);
        assertThat(log.used(cell, O, 3)).isEqualTo(3);
        assertThat(log.used(cell, O, 10)).isEqualTo(2);
    }

    @Test
    void keepsOtherPromisesWhenOneIsCancelled() {
        charge(0, 10);
        log.charge(cell, O, 0, 10, 4);
        log.charge(cell, O, 0, 12, 6);
        assertThat(log.remaining(cell, O, 11)).isZero();
        assertThat(log.wait(cell, O, 0, 1)).isEqualTo(20);
        log.cancel(cell, O, 0, 10, 4);
        assertThat(log.wait(cell, O, 0, 4)).isEqualTo(12);
        assertThat(log.wait(cell, O, 0, 5)).isEqualTo(22);
        log.cancel(cell, O, 0, 12, 6);
        assertThat(log.wait(cell, O, 0, 10)).isEqualTo(10);
    }

    @Test
    void keepsDebtBeyondTheCapacityInOneEntry() {
        charge(0, 10);
        charge(1, 1);
        charge(2, 1);
        assertThat(cell[ENTRIES]).isEqualTo(2);
        assertThat(log.used(cell, O, 10)).isEqualTo(2);
        assertThat(log.resetAfter(cell, O, 10)).isEqualTo(2);
    }

    @Test
    void startsCountingAnewAboveTwoToTheSixtieth() {
        charge(0, REBASE_AT + 5);
        charge(5, 3);
        charge(10, 4);
        assertThat(Arrays.copyOfRange(cell, O, RING)).containsExactly(4, 1, 2, 7, 0);
        assertThat(log.used(cell, O, 10)).isEqualTo(7);
        assertThat(log.used(cell, O, 15)).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0"})
    void countsOnUpToTwoToTheSixtieth(long above, long dropped) {
        charge(0, 1);
        charge(5, REBASE_AT - 1 + above);
        log.refund(cell, O, 10, 0);
        assertThat(cell[DROPPED]).isEqualTo(dropped);
        assertThat(cell[TOTAL]).isEqualTo(REBASE_AT + above - (1 - dropped));
        assertThat(log.used(cell, O, 10)).isEqualTo(REBASE_AT - 1 + above);
    }

    @Test
    void startsCountingAnewInEveryEntryOfAFullRingOnce() {
        chargeOneAtEachOf(0, 1, 2, 3);
        charge(10, REBASE_AT);
        log.refund(cell, O, 10, 0);
        assertThat(Arrays.copyOfRange(cell, O, RING + 8))
                .containsExactly(4, 1, 4, REBASE_AT + 3, 0, 10, REBASE_AT + 3, 1, 1, 2, 2, 3, 3);
    }

    @Test
    void carriesInstantByInstantWhatStillCountedBefore() {
        chargeOneAtEachOf(0, 1, 2, 3);
        SlidingLog longer = new SlidingLog(5, 100);
        assertThat(longer.sizeToCarry(log, cell, O)).isEqualTo(13);
        long[] carried = guarded(longer, 13);
        longer.carry(log, cell, O, 11, carried, O, 11);
        assertThat(longer.used(carried, O, 11)).isEqualTo(2);
        assertThat(longer.used(carried, O, 101)).isEqualTo(2);
        assertThat(longer.used(carried, O, 102)).isEqualTo(1);
        assertGuarded(carried);
    }

    @Test
    void carriesTheRingOfALogThatHasGrown() {
        long[] grown = guarded(log, 21);
        assertThat(log.sizeToCarry(log, grown, O)).isEqualTo(21);
    }

    @Test
    void carriesWhatWasUsedOfAnotherKindAsUsedNow() {
        SubWindows windows = new SubWindows(10, 50, 5);
        long[] old = new long[windows.words()];
        windows.charge(old, 0, 0, 0, 3);
        assertThat(log.sizeToCarry(windows, old, 0)).isEqualTo(13);
        charge(0, 9);
        log.carry(windows, old, 0, 59, cell, O, 1_000);
        assertThat(log.used(cell, O, 1_009)).isEqualTo(3);
        assertThat(log.used(cell, O, 1_010)).isZero();
        log.carry(windows, old, 0, 60, cell, O, 1_000);
        assertThat(cell[ENTRIES]).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, Integer.MAX_VALUE})
    void passesExactlyTheCapacity(long capacity) {
        SlidingLog extreme = new SlidingLog(capacity, 10);
        assertThat(extreme.wait(cell, O, 0, capacity)).isZero();
        assertThat(extreme.wait(cell, O, 0, capacity + 1)).isEqualTo(Algorithm.NEVER);
        extreme.charge(cell, O, 0, 0, capacity);
        assertThat(extreme.remaining(cell, O, 9)).isZero();
        assertThat(extreme.remaining(cell, O, 10)).isEqualTo(capacity);
    }

    private void charge(long now, long permits) {
        log.charge(cell, O, now, now, permits);
    }

    private void chargeOneAtEachOf(long... instants) {
        for (long now : instants) {
            charge(now, 1);
        }
    }

    private static long[] guarded(SlidingLog log, int size) {
        long[] c = new long[O + size + O];
        Arrays.fill(c, 0, O, GUARD);
        Arrays.fill(c, O + size, c.length, GUARD);
        log.layOut(null, 0, c, O, size);
        return c;
    }

    private static void assertGuarded(long[] c) {
        assertThat(c)
                .startsWith(GUARD, GUARD, GUARD, GUARD, GUARD, GUARD)
                .endsWith(GUARD, GUARD, GUARD, GUARD, GUARD, GUARD);
    }
}
