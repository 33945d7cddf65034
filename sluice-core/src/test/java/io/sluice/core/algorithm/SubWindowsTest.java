package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ten permits in 50 ns, counted in parts of 10 ns, six of which count at a time. */
class SubWindowsTest {
    private static final long GUARD = -7;
    private static final int O = 3;

    private final SubWindows windows = new SubWindows(10, 50, 5);
    private final long[] cell = guarded(windows, 0);

    @AfterEach
    void neverWritesOutsideTheCell() {
        assertThat(cell).startsWith(GUARD, GUARD, GUARD).endsWith(GUARD, GUARD, GUARD);
    }

    @ParameterizedTest
    @CsvSource({"50, 5, 7", "50, 1, 3", "50, 50, 52", "50, 4, 6", "7, 5, 6", "1, 10, 3"})
    void takesAWordForEachPartThatCountsAndOneForTheNewest(long period, int parts, int words) {
        assertThat(new SubWindows(10, period, parts).words()).isEqualTo(words);
    }

    @Test
    void followsTheWallClock() {
        assertThat(windows.aligned()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 600, -600, -60, 1L << 60, -(1L << 60) / 10 * 10})
    void givesBackAPartAWholePeriodAfterItsEnd(long start) {
        long zero = Math.floorDiv(start, 10L) * 10;
        windows.renew(cell, O, zero);
        windows.charge(cell, O, zero + 9, zero + 9, 4);
        windows.charge(cell, O, zero + 10, zero + 10, 6);
        assertThat(windows.wait(cell, O, zero + 10, 0)).isZero();
        assertThat(windows.wait(cell, O, zero + 10, 4)).isEqualTo(50);
        assertThat(windows.wait(cell, O, zero + 10, 5)).isEqualTo(60);
        assertThat(windows.wait(cell, O, zero + 10, 10)).isEqualTo(60);
        assertThat(windows.wait(cell, O, zero + 10, 11)).isEqualTo(Algorithm.NEVER);
        assertThat(windows.used(cell, O, zero + 59)).isEqualTo(10);
        assertThat(windows.remaining(cell, O, zero + 59)).isZero();
        assertThat(windows.used(cell, O, zero + 60)).isEqualTo(6);
        assertThat(windows.debt(cell, O, zero + 60)).isEqualTo(6);
        assertThat(windows.remaining(cell, O, zero + 60)).isEqualTo(4);
        assertThat(windows.resetAfter(cell, O, zero + 60)).isEqualTo(10);
        assertThat(windows.resetAfter(cell, O, zero + 69)).isEqualTo(1);
        assertThat(windows.resetAfter(cell, O, zero + 70)).isZero();
        assertThat(windows.debt(cell, O, zero + 70)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -500, -5_000})
    void refundsFromTheNewestPartToTheOldest(long zero) {
        windows.renew(cell, O, zero);
        windows.charge(cell, O, zero, zero, 3);
        windows.charge(cell, O, zero + 20, zero + 20, 2);
        windows.charge(cell, O, zero + 50, zero + 50, 1);
        windows.refund(cell, O, zero + 50, 2);
        assertThat(windows.resetAfter(cell, O, zero + 50)).isEqualTo(30);
        assertThat(windows.used(cell, O, zero + 50)).isEqualTo(4);
        windows.refund(cell, O, zero + 50, 3);
        assertThat(windows.used(cell, O, zero + 50)).isEqualTo(1);
        assertThat(windows.resetAfter(cell, O, zero + 50)).isEqualTo(10);
        windows.refund(cell, O, zero + 50, Integer.MAX_VALUE);
        assertThat(windows.used(cell, O, zero + 50)).isZero();
    }

    @Test
    void refundsNothingThatNoLongerCounts() {
        windows.charge(cell, O, 0, 0, 3);
        windows.charge(cell, O, 10, 10, 2);
        windows.refund(cell, O, 60, 4);
        assertThat(windows.used(cell, O, 60)).isZero();
        assertThat(cell[O + 1]).isEqualTo(3);
    }

    @Test
    void refundsAPromiseFirst() {
        windows.charge(cell, O, 0, 0, 10);
        windows.charge(cell, O, 0, 60, 4);
        assertThat(windows.remaining(cell, O, 59)).isZero();
        assertThat(windows.wait(cell, O, 0, 6)).isEqualTo(60);
        assertThat(windows.wait(cell, O, 0, 7)).isEqualTo(120);
        assertThat(windows.remaining(cell, O, 60)).isEqualTo(6);
        windows.refund(cell, O, 0, 3);
        assertThat(windows.remaining(cell, O, 60)).isEqualTo(9);
        windows.refund(cell, O, 0, 100);
        assertThat(windows.used(cell, O, 60)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "50, 1, 5",
        "59, 1, 5",
        "50, 9, 3",
        "30, 9, 6",
        "20, 2, 4",
        "20, 9, 4",
        "0, 1, 5",
        "9, 9, 5",
        "-1, 9, 6",
        "-10, 9, 6",
        "60, 9, 6",
        "119, 9, 6",
        "-60, 9, 6",
    })
    void cancelsOnlyInThePartThatWasCharged(long at, long permits, long left) {
        windows.charge(cell, O, 0, 0, 1);
        windows.charge(cell, O, 20, 20, 2);
        windows.charge(cell, O, 50, 50, 3);
        windows.cancel(cell, O, 50, at, permits);
        assertThat(windows.used(cell, O, 50)).isEqualTo(left);
    }

    @Test
    void cutsDebtOffAboveTheCapacity() {
        long most = Algorithm.MOST_DEBT + 10;
        windows.charge(cell, O, 0, 0, most - 1);
        assertThat(windows.used(cell, O, 0)).isEqualTo(most - 1);
        windows.charge(cell, O, 0, 0, 1);
        assertThat(windows.used(cell, O, 0)).isEqualTo(most);
        windows.charge(cell, O, 0, 0, Integer.MAX_VALUE);
        assertThat(windows.used(cell, O, 0)).isEqualTo(most);
        assertThat(windows.remaining(cell, O, 0)).isZero();
        assertThat(windows.wait(cell, O, 0, 1)).isEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource({"60, 3", "61, 3", "59, 10", "110, 3", "119, 3", "120, 3", "1000, 3", "1005, 3"})
    void forgetsOnlyTheStalePartsWhenTimeMovesOn(long at, long used) {
        for (long part = 0; part < 6; part++) {
            windows.charge(cell, O, part * 10, part * 10, 7 - 7 * Math.min(1, part));
        }
        windows.charge(cell, O, at, at, 3);
        assertThat(windows.used(cell, O, at)).isEqualTo(used);
    }

    @Test
    void countsWhatIsLateAsUsedInTheNewestPart() {
        windows.charge(cell, O, 30, 30, 1);
        windows.charge(cell, O, 12, 12, 2);
        assertThat(windows.used(cell, O, 30)).isEqualTo(3);
        assertThat(windows.resetAfter(cell, O, 30)).isEqualTo(60);
    }

    @Test
    void carriesPartByPartWhereThePartsAreTheSame() {
        charged();
        SubWindows wider = new SubWindows(100, 50, 5);
        long[] carried = guarded(wider, 0);
        wider.carry(windows, cell, O, 30, carried, O, 30);
        assertThat(carried).containsExactly(cell);
        assertThat(wider.used(carried, O, 30)).isEqualTo(3);
        assertThat(wider.used(carried, O, 60)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"100, 5", "60, 6", "40, 4", "50, 1"})
    void carriesWhatWasUsedWhereThePartsDiffer(long period, int parts) {
        charged();
        SubWindows other = new SubWindows(10, period, parts);
        long[] carried = guarded(other, 0);
        other.carry(windows, cell, O, 30, carried, O, 1_000);
        long[] expected = guarded(other, 1_000);
        other.charge(expected, O, 1_000, 1_000, 3);
        assertThat(carried).containsExactly(expected);
        assertThat(other.used(carried, O, 1_000)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, Integer.MAX_VALUE})
    void passesExactlyTheCapacity(long capacity) {
        SubWindows extreme = new SubWindows(capacity, 50, 5);
        assertThat(extreme.wait(cell, O, 0, capacity)).isZero();
        assertThat(extreme.wait(cell, O, 0, capacity + 1)).isEqualTo(Algorithm.NEVER);
        extreme.charge(cell, O, 0, 0, capacity);
        assertThat(extreme.remaining(cell, O, 0)).isZero();
        assertThat(extreme.remaining(cell, O, 60)).isEqualTo(capacity);
    }

    private void charged() {
        windows.charge(cell, O, 0, 0, 1);
        windows.charge(cell, O, 30, 30, 2);
    }

    private static long[] guarded(SubWindows windows, long now) {
        long[] c = new long[O + windows.words() + 3];
        Arrays.fill(c, GUARD);
        windows.renew(c, O, now);
        return c;
    }
}
