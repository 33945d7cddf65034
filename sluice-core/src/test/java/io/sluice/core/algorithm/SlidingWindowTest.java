package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Capacity 10 in windows of 100 ns; cells are written as window number, permits in it, permits in the one before. */
class SlidingWindowTest {
    private static final long GUARD = -77;
    private static final int AT = 2;

    private final SlidingWindow window = new SlidingWindow(10, 100);

    @Test
    void goesByTheWallClock() {
        assertThat(window.aligned()).isTrue();
        assertThat(window.words()).isEqualTo(3);
        assertThat(window.capacity()).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "99, 0", "100, 1", "-1, -1", "-100, -1", "-101, -2"})
    void startsEmptyInTheWindowThatHoldsNow(long now, long number) {
        long[] c = cell(9, 9, 9);
        window.renew(c, AT, now);
        assertCell(c, number, 0, 0);
    }

    /** The share of the window before shrinks from 8 to 0 while 300 turns to 400. */
    @ParameterizedTest
    @CsvSource({
        "300, 0, 0",
        "300, 11, 9223372036854775807",
        "300, 1, 1",
        "300, 2, 13",
        "301, 1, 0",
        "301, 2, 12",
        "350, 5, 1",
        "350, 8, 38",
        "350, 10, 101",
        "395, 8, 0",
        "401, 8, 0",
        "401, 9, 0",
        "401, 10, 50"
    })
    void waitsUntilWhatIsWeighedLeavesRoom(long now, long permits, long wait) {
        assertThat(window.wait(cell(3, 2, 8), AT, now, permits)).isEqualTo(wait);
    }

    @ParameterizedTest
    @CsvSource({
        "300, 10, 0",
        "301, 9, 1",
        "312, 9, 1",
        "313, 8, 2",
        "350, 6, 4",
        "399, 2, 8",
        "400, 2, 8",
        "450, 1, 9",
        "451, 0, 10"
    })
    void weighsTheWindowBefore(long now, long used, long remaining) {
        long[] c = cell(3, 2, 8);
        assertThat(window.used(c, AT, now)).isEqualTo(used);
        assertThat(window.debt(c, AT, now)).isEqualTo(now > 450 ? 0 : used);
        assertThat(window.remaining(c, AT, now)).isEqualTo(remaining);
        assertThat(window.resetAfter(c, AT, now)).isEqualTo(Math.max(0, 451 - now));
    }

    @Test
    void nothingPassesBeforeAPromisedWindowStarts() {
        long[] c = cell(5, 3, 4);
        assertThat(window.remaining(c, AT, 320)).isZero();
        assertThat(window.remaining(c, AT, 499)).isZero();
        assertThat(window.remaining(c, AT, 500)).isEqualTo(3);
        assertThat(window.used(c, AT, 320)).isEqualTo(7);
        assertThat(window.wait(c, AT, 320, 3)).isEqualTo(180);
        assertThat(window.resetAfter(c, AT, 320)).isEqualTo(347);
    }

    @Test
    void chargesRollTheWindowsOn() {
        long[] c = cell(3, 2, 8);
        window.charge(c, AT, 310, 310, 1);
        assertCell(c, 3, 3, 8);
        window.charge(c, AT, 310, 420, 4);
        assertCell(c, 4, 4, 3);
        window.charge(c, AT, 320, 320, 1);
        assertCell(c, 4, 5, 3);
        window.charge(c, AT, 600, 600, 2);
        assertCell(c, 6, 2, 0);
    }

    @Test
    void debtIsCutOff() {
        long[] c = cell(3, 0, 0);
        window.charge(c, AT, 300, 300, Algorithm.MOST_DEBT + 11);
        assertCell(c, 3, Algorithm.MOST_DEBT + 10, 0);
        window.charge(c, AT, 300, 300, 1);
        assertCell(c, 3, Algorithm.MOST_DEBT + 10, 0);
        assertThat(window.remaining(c, AT, 300)).isZero();
        assertThat(window.wait(c, AT, 300, 1)).isEqualTo(200);
    }

    /** From the current window first; from the one before so much that its share shrinks by exactly the rest. */
    @ParameterizedTest
    @CsvSource({
        "350, 5, 1, 2, 3, 1",
        "350, 5, 4, 5, 0, 4",
        "350, 0, 4, 1, 0, 3",
        "350, 0, 4, 2, 0, 0",
        "350, 0, 4, 3, 0, 0",
        "350, 1, 10, 3, 0, 7",
        "300, 0, 10, 3, 0, 7",
        "200, 0, 10, 3, 0, 7",
        "399, 0, 10, 1, 0, 0"
    })
    void refundsFromTheNewest(
            long now, long current, long previous, long permits, long currentThen, long previousThen) {
        long[] c = cell(3, current, previous);
        window.refund(c, AT, now, permits);
        assertCell(c, 3, currentThen, previousThen);
    }

    @Test
    void refundsRollTheWindowsOn() {
        long[] c = cell(3, 6, 8);
        window.refund(c, AT, 450, 1);
        assertCell(c, 4, 0, 5);
    }

    @Test
    void refundsWeighAPromisedWindowFromItsStart() {
        long[] c = cell(3, 0, 10);
        window.refund(c, AT, 250, 3);
        assertCell(c, 3, 0, 7);
    }

    @ParameterizedTest
    @CsvSource({"300, 2, 3", "350, 2, 3", "399, 5, 0", "399, 6, 0", "299, 2, 5", "400, 2, 5", "-350, 2, 5"})
    void cancelsOnlyInTheWindowTheyWerePromisedFor(long at, long permits, long currentThen) {
        long[] c = cell(3, 5, 2);
        window.cancel(c, AT, 290, at, permits);
        assertCell(c, 3, currentThen, 2);
    }

    @Test
    void isRenewedOnceAsGoodAsNew() {
        long[] c = cell(3, 5, 2);
        window.keepFresh(c, AT, 480);
        assertCell(c, 3, 5, 2);
        window.keepFresh(c, AT, 481);
        assertCell(c, 4, 0, 0);
    }

    @Test
    void aCapacityOfZeroLetsOnlyNothingPass() {
        SlidingWindow none = new SlidingWindow(0, 100);
        long[] c = cell(3, 0, 0);
        assertThat(none.wait(c, AT, 300, 0)).isZero();
        assertThat(none.wait(c, AT, 300, 1)).isEqualTo(Algorithm.NEVER);
        assertThat(none.remaining(c, AT, 300)).isZero();
        assertThat(none.resetAfter(c, AT, 300)).isZero();
    }

    @Test
    void theLargestCapacityAndPeriodDoNotOverflow() {
        long most = Integer.MAX_VALUE;
        long year = 365L * 24 * 3600 * 1_000_000_000;
        SlidingWindow large = new SlidingWindow(most, year);
        long[] c = cell(3, 0, most);
        assertThat(large.used(c, AT, 3 * year + year / 2)).isEqualTo(most / 2);
        assertThat(large.wait(c, AT, 3 * year, most)).isEqualTo(year - year / most);
    }

    private static long[] cell(long number, long current, long previous) {
        return new long[] {GUARD, GUARD, number, current, previous, GUARD};
    }

    private static void assertCell(long[] c, long number, long current, long previous) {
        assertThat(c).containsExactly(GUARD, GUARD, number, current, previous, GUARD);
    }
}
