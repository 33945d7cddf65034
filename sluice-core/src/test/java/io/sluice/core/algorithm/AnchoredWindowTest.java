package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Capacity 10 in windows of 100 ns; cells are written as start and used. */
class AnchoredWindowTest {
    private static final long GUARD = -77;
    private static final int AT = 2;

    private final AnchoredWindow window = new AnchoredWindow(10, 100);

    @Test
    void goesByTheMonotonicClock() {
        assertThat(window.aligned()).isFalse();
        assertThat(window.words()).isEqualTo(2);
    }

    @Test
    void theFirstRequestOpensTheWindow() {
        long[] c = cell(5, 5);
        window.renew(c, AT, -30);
        assertCell(c, -30, 0);
        window.charge(c, AT, -10, -10, 3);
        assertCell(c, -10, 3);
        window.charge(c, AT, 89, 89, 3);
        assertCell(c, -10, 6);
        window.charge(c, AT, 90, 90, 3);
        assertCell(c, 90, 3);
    }

    @ParameterizedTest
    @CsvSource({
        "300, 0, 0",
        "300, 11, 9223372036854775807",
        "300, 1, 200",
        "350, 5, 150",
        "350, 6, 250",
        "500, 5, 0",
        "500, 6, 100",
        "599, 6, 1",
        "600, 10, 0",
        "250, 5, 250"
    })
    void waitsForTheWindowThatHasRoom(long now, long permits, long wait) {
        assertThat(window.wait(cell(300, 25), AT, now, permits)).isEqualTo(wait);
    }

    @ParameterizedTest
    @CsvSource({
        "250, 25, 0, 350",
        "300, 25, 0, 300",
        "399, 25, 0, 201",
        "400, 15, 0, 200",
        "500, 5, 5, 100",
        "599, 5, 5, 1",
        "600, 0, 10, 0",
        "9000, 0, 10, 0"
    })
    void whatIsBeyondTheCapacityBelongsToTheWindowsThatFollow(long now, long used, long remaining, long reset) {
        long[] c = cell(300, 25);
        assertThat(window.used(c, AT, now)).isEqualTo(used);
        assertThat(window.debt(c, AT, now)).isEqualTo(used);
        assertThat(window.remaining(c, AT, now)).isEqualTo(remaining);
        assertThat(window.resetAfter(c, AT, now)).isEqualTo(reset);
    }

    @Test
    void aPromiseUsesUpTheWindowsBeforeIt() {
        long[] c = cell(300, 4);
        window.charge(c, AT, 310, 500, 3);
        assertCell(c, 300, 23);
        window.charge(c, AT, 310, 400, 1);
        assertCell(c, 300, 24);
    }

    @Test
    void aPromiseWhileNoneIsOpenStartsLater() {
        long[] c = cell(0, 0);
        window.charge(c, AT, 300, 450, 3);
        assertCell(c, 450, 3);
        assertThat(window.remaining(c, AT, 449)).isZero();
        assertThat(window.remaining(c, AT, 450)).isEqualTo(7);
    }

    @Test
    void refundsUpToFull() {
        long[] c = cell(300, 25);
        window.refund(c, AT, 410, 4);
        assertCell(c, 400, 11);
        window.refund(c, AT, 410, 11);
        assertCell(c, 400, 0);
        window.refund(c, AT, 410, 1);
        assertCell(c, 400, 0);
    }

    /** Only the last window with anything in it gives back: those before it count as used up. */
    @ParameterizedTest
    @CsvSource({
        "25, 520, 3, 22",
        "25, 500, 5, 20",
        "25, 599, 6, 20",
        "25, 499, 3, 25",
        "25, 600, 3, 25",
        "25, 299, 3, 25",
        "5, 300, 2, 3",
        "5, 299, 2, 5",
        "10, 350, 4, 6",
        "11, 350, 4, 11",
        "10, 400, 4, 10"
    })
    void cancelsOnlyInTheLastWindow(long used, long at, long permits, long usedThen) {
        long[] c = cell(300, used);
        window.cancel(c, AT, 290, at, permits);
        assertCell(c, 300, usedThen);
    }

    @Test
    void debtIsCutOff() {
        long[] c = cell(300, 0);
        window.charge(c, AT, 300, 300, Algorithm.MOST_DEBT + 11);
        assertCell(c, 300, Algorithm.MOST_DEBT + 10);
    }

    @Test
    void debtEndsWithin73Years() {
        long year = 365L * 24 * 3600 * 1_000_000_000;
        AnchoredWindow yearly = new AnchoredWindow(2, year);
        long[] c = cell(0, 0);
        yearly.charge(c, AT, 0, 0, Integer.MAX_VALUE);
        assertCell(c, 0, 2 + 2 * 73);
        assertThat(yearly.resetAfter(c, AT, 0)).isEqualTo(74 * year);
    }

    @Test
    void withACapacityOfZeroNothingComesBack() {
        AnchoredWindow none = new AnchoredWindow(0, 100);
        long[] c = cell(300, 0);
        assertThat(none.wait(c, AT, 300, 1)).isEqualTo(Algorithm.NEVER);
        assertThat(none.wait(c, AT, 300, 0)).isZero();
        assertThat(none.resetAfter(c, AT, 300)).isZero();
        assertThat(none.resetAfter(cell(300, 1), AT, 900)).isEqualTo(Algorithm.NEVER);
        none.charge(c, AT, 300, 300, 5);
        assertCell(c, 300, 0);
    }

    @Test
    void isRenewedOnceAsGoodAsNew() {
        long[] c = cell(300, 5);
        window.keepFresh(c, AT, 399);
        assertCell(c, 300, 5);
        window.keepFresh(c, AT, 450);
        assertCell(c, 450, 0);
    }

    private static long[] cell(long start, long used) {
        return new long[] {GUARD, GUARD, start, used, GUARD};
    }

    private static void assertCell(long[] c, long start, long used) {
        assertThat(c).containsExactly(GUARD, GUARD, start, used, GUARD);
    }

    @Test
    void aWindowPromisedAndGivenBackLeavesAllPermits() {
        AnchoredWindow window = new AnchoredWindow(10, 100);
        long[] cell = {0, 0};
        window.charge(cell, 0, 300, 450, 3);
        window.cancel(cell, 0, 300, 450, 3);
        assertThat(window.remaining(cell, 0, 300)).isEqualTo(10);
    }
}
