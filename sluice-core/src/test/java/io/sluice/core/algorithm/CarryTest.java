package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a key has used when its limit changes; clocks of the old and the new kind differ, and the new cell holds rubbish. */
class CarryTest {
    private static final long OLD_NOW = 350;
    private static final long NOW = 1_050;

    private final long[] cell = {7, 91, 92, 93, 7};

    @Test
    void slidingWindowsOfOnePeriodKeepTheirCounts() {
        carry(new SlidingWindow(10, 100), new SlidingWindow(20, 100), 3, 2, 8);
        assertThat(cell).containsExactly(7, 3, 2, 8, 7);
    }

    @Test
    void slidingWindowsOfAnotherPeriodStartWithWhatWasUsed() {
        carry(new SlidingWindow(10, 100), new SlidingWindow(20, 200), 3, 2, 8);
        assertThat(cell).containsExactly(7, 5, 6, 0, 7);
    }

    @Test
    void aSlidingWindowTakesOverWhatAnotherKindUsed() {
        carry(new AnchoredWindow(10, 100), new SlidingWindow(20, 100), 300, 4);
        assertThat(cell).containsExactly(7, 10, 4, 0, 7);
    }

    @Test
    void anchoredWindowsOfOnePeriodGoOn() {
        carry(new AnchoredWindow(10, 100), new AnchoredWindow(20, 100), 220, 14);
        assertThat(cell).containsExactly(7, 320, 4, 93, 7);
    }

    @Test
    void anchoredWindowsOfAnotherPeriodStartNow() {
        carry(new AnchoredWindow(10, 100), new AnchoredWindow(20, 200), 220, 14);
        assertThat(cell).containsExactly(7, NOW, 4, 93, 7);
    }

    @Test
    void anAnchoredWindowTakesOverWhatAnotherKindUsed() {
        carry(new FixedWindow(10, 100), new AnchoredWindow(20, 100), 36);
        assertThat(cell).containsExactly(7, NOW, 6, 93, 7);
    }

    @Test
    void aFixedWindowTakesOverWhatIsUsed() {
        carry(new FixedWindow(10, 100), new FixedWindow(20, 100), 36);
        assertThat(cell).containsExactly(7, 206, 92, 93, 7);
    }

    @Test
    void bucketsCarryFractionsOfAPermit() {
        carry(Gcra.of(1, 100, 5, false), Gcra.of(1, 300, 5, false), OLD_NOW + 150);
        assertThat(cell).containsExactly(7, NOW + 450, 92, 93, 7);
    }

    @Test
    void fractionsAreRoundedUp() {
        carry(Gcra.of(1, 300, 5, false), Gcra.of(1, 100, 5, false), OLD_NOW + 151);
        assertThat(cell).containsExactly(7, NOW + 51, 92, 93, 7);
    }

    @Test
    void aBucketTakesOverWhatAnotherKindUsed() {
        carry(new FixedWindow(10, 100), Gcra.of(1, 100, 5, false), 36);
        assertThat(cell).containsExactly(7, NOW + 600, 92, 93, 7);
    }

    @Test
    void nothingIsUsedWherePermitsAreFreeEvenIfPromised() {
        carry(Gcra.unlimited(5), Gcra.of(1, 100, 5, false), OLD_NOW + 50);
        assertThat(cell).containsExactly(7, NOW, 92, 93, 7);
    }

    @Test
    void debtIsCutOff() {
        long debt = Algorithm.MOST_DEBT + 5;
        carry(new SlidingWindow(10, 100), new AnchoredWindow(10, 100), 3, debt, 0);
        assertThat(cell).containsExactly(7, NOW, Algorithm.MOST_DEBT, 93, 7);
    }

    @Test
    void aLogGetsNoEntryForNothing() {
        SlidingLog log = new SlidingLog(10, 100);
        long[] c = new long[log.words() + 2];
        log.layOut(null, 0, c, 1, log.words());
        log.charge(c, 1, 0, 0, 3);
        log.carry(new FixedWindow(10, 100), new long[] {30}, 0, OLD_NOW, c, 1, NOW);
        assertThat(c).startsWith(0, 4, 0, 0, 0, 0);
        log.carry(new FixedWindow(10, 100), new long[] {36}, 0, OLD_NOW, c, 1, NOW);
        assertThat(c).startsWith(0, 4, 0, 1, 6, 0, NOW, 6);
    }

    @Test
    void layingOutAgainKeepsTheCell() {
        new SlidingWindow(10, 100).layOut(new long[] {7, 7, 1, 2, 3, 7}, 2, cell, 1, 3);
        assertThat(cell).containsExactly(7, 1, 2, 3, 7);
        new SlidingWindow(10, 100).layOut(null, 0, cell, 1, 3);
        assertThat(cell).containsExactly(7, 1, 2, 3, 7);
    }

    @Test
    void cellsOfMostKindsNeverGrow() {
        SlidingWindow window = new SlidingWindow(10, 100);
        assertThat(window.size(cell, 1)).isEqualTo(3);
        assertThat(window.sizeToCharge(cell, 1)).isEqualTo(3);
        assertThat(window.sizeToCarry(new SlidingLog(10, 100), cell, 1)).isEqualTo(3);
        assertThat(window.horizonNanos()).isEqualTo(Algorithm.NEVER);
    }

    @Test
    void whatWindowsMayOweLiesWithin73Years() {
        assertThat(Algorithm.mostDebt(10, 1L << 60)).isEqualTo(20);
        assertThat(Algorithm.mostDebt(10, 1L << 62)).isEqualTo(10);
        assertThat(Algorithm.mostDebt(0, 100)).isZero();
        assertThat(Algorithm.mostDebt(Integer.MAX_VALUE, 1)).isEqualTo(Algorithm.MOST_DEBT);
    }

    /** The old cell lies at 2, the new one at 1. */
    private void carry(Algorithm old, Algorithm to, long... oldWords) {
        long[] oldCell = new long[oldWords.length + 3];
        System.arraycopy(oldWords, 0, oldCell, 2, oldWords.length);
        to.carry(old, oldCell, 2, OLD_NOW, cell, 1, NOW);
    }
}
