package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcraTest {
    private static final long SECOND = 1_000_000_000L;

    private final Gcra bucket = Gcra.of(10, SECOND, 5, false);
    private final long[] cell = {bucket.fresh(0)};

    @Test
    void leavesStateUntouchedWhenRefused() {
        bucket.charge(cell, 0, 0, 0, 5);
        long before = cell[0];
        assertThat(bucket.wait(cell, 0, 0, 1)).isEqualTo(SECOND / 10);
        assertThat(bucket.wait(cell, 0, 0, 6)).isEqualTo(Algorithm.NEVER);
        assertThat(bucket.promise(cell, 0, 0, 2)).isEqualTo(SECOND / 5);
        assertThat(cell[0]).isEqualTo(before);
    }

    @Test
    void isEarnedBackAtTheRate() {
        bucket.charge(cell, 0, 0, 0, 5);
        assertThat(bucket.remaining(cell, 0, 0)).isZero();
        assertThat(bucket.remaining(cell, 0, SECOND / 10 - 1)).isZero();
        assertThat(bucket.remaining(cell, 0, SECOND / 10)).isEqualTo(1);
        assertThat(bucket.remaining(cell, 0, SECOND)).isEqualTo(5);
        assertThat(bucket.resetAfter(cell, 0, 0)).isEqualTo(SECOND / 2);
        assertThat(bucket.resetAfter(cell, 0, SECOND)).isZero();
        assertThat(bucket.used(cell, 0, 0)).isEqualTo(5);
        assertThat(bucket.used(cell, 0, 1)).isEqualTo(5);
        assertThat(bucket.debt(cell, 0, SECOND / 2)).isZero();
        assertThat(bucket.debt(cell, 0, SECOND / 2 - 1)).isPositive();
    }

    @Test
    void givesBackUpToFull() {
        bucket.charge(cell, 0, 0, 0, 5);
        bucket.refund(cell, 0, 0, 2);
        assertThat(bucket.remaining(cell, 0, 0)).isEqualTo(2);
        bucket.refund(cell, 0, 0, Integer.MAX_VALUE);
        assertThat(bucket.remaining(cell, 0, 0)).isEqualTo(5);
    }

    @Test
    void goesIntoDebtThatIsCutOff() {
        for (int i = 0; i < 1_000; i++) {
            bucket.charge(cell, 0, 0, 0, Integer.MAX_VALUE);
        }
        assertThat(bucket.resetAfter(cell, 0, 0)).isEqualTo(1L << 61);
        assertThat(bucket.remaining(cell, 0, 0)).isZero();
        assertThat(bucket.wait(cell, 0, 0, 5)).isEqualTo(1L << 61);
    }

    @Test
    void aQueueTellsWhenTheLastPermitLeaves() {
        Gcra queue = Gcra.of(2, SECOND, 10, true);
        long[] places = {queue.fresh(0)};
        for (int i = 0; i < 10; i++) {
            assertThat(queue.wait(places, 0, 0, 1)).isZero();
            queue.charge(places, 0, 0, 0, 1);
            assertThat(queue.delay(places, 0, 0)).isEqualTo(i * SECOND / 2);
        }
        assertThat(queue.wait(places, 0, 0, 1)).isEqualTo(SECOND / 2);
        assertThat(queue.promise(places, 0, 0, 2)).isEqualTo(5 * SECOND + SECOND / 2);
        assertThat(queue.promise(places, 0, 0, 0)).isZero();
        assertThat(queue.promise(places, 0, 0, 11)).isEqualTo(Algorithm.NEVER);
        assertThat(bucket.delay(cell, 0, 0)).isZero();
    }

    @Test
    void aRateOfZeroNeverGivesBack() {
        Gcra never = Gcra.of(0, SECOND, 2, false);
        long[] used = {never.fresh(5)};
        never.charge(used, 0, 5, 5, 2);
        assertThat(never.wait(used, 0, 1L << 62, 1)).isEqualTo(Algorithm.NEVER);
        assertThat(never.resetAfter(used, 0, 1L << 62)).isEqualTo(Algorithm.NEVER);
        assertThat(never.horizonNanos()).isEqualTo(Algorithm.NEVER);
        never.refund(used, 0, 9, 1);
        assertThat(never.remaining(used, 0, 9)).isEqualTo(1);
    }

    @Test
    void unlimitedCostsNothing() {
        Gcra free = Gcra.unlimited(7);
        long[] used = {free.fresh(5)};
        free.charge(used, 0, 5, 5, 7);
        assertThat(free.wait(used, 0, 5, 7)).isZero();
        assertThat(free.remaining(used, 0, 5)).isEqualTo(7);
        assertThat(free.used(used, 0, 5)).isZero();
        assertThat(free.debt(used, 0, 5)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "7, 1000000000, 7, 7",
        "10, 1000000000, 5, 1",
        "2147483647, 1000, 2147483647, 2147483647",
        "999983, 1000000000, 1, 999983"
    })
    void wrapsNoSoonerThanItsHorizon(long permits, long period, long capacity, long unitsPerNano) {
        assertThat(Gcra.of(permits, period, capacity, false).horizonNanos()).isEqualTo((1L << 61) / unitsPerNano);
    }

    @Test
    void rejectsWhatWouldTakeTooLongToRefill() {
        assertThatThrownBy(() -> Gcra.of(1, 366L * 86_400 * SECOND, Integer.MAX_VALUE, false))
                .hasMessageContaining("36 years");
        assertThat(Gcra.of(1, 1L << 55, 32, false).capacity()).isEqualTo(32);
        assertThatThrownBy(() -> Gcra.of(1, (1L << 55) + 1, 32, false)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void carriesFractionsToAnotherRate() {
        bucket.charge(cell, 0, 0, 0, 3);
        Gcra slower = Gcra.of(1, SECOND, 5, false);
        long[] carried = {0};
        slower.carry(bucket, cell, 0, SECOND / 20, carried, 0, 700);
        assertThat(slower.resetAfter(carried, 0, 700)).isEqualTo(SECOND * 5 / 2);
    }

    @Test
    void promisesForLaterGoOnFromWhereTheOthersEnd() {
        bucket.charge(cell, 0, 0, 0, 5);
        bucket.charge(cell, 0, 0, SECOND / 10, 1);
        assertThat(bucket.wait(cell, 0, 0, 1)).isEqualTo(SECOND / 5);
        bucket.charge(cell, 0, 0, 10 * SECOND, 1);
        assertThat(bucket.remaining(cell, 0, 10 * SECOND)).isEqualTo(4);
        assertThat(bucket.remaining(cell, 0, 0)).isZero();
    }

    @Test
    void cancellingLeavesWhatIsPromisedBehind() {
        bucket.charge(cell, 0, 0, 0, 5);
        bucket.charge(cell, 0, 0, SECOND / 5, 2);
        bucket.charge(cell, 0, 0, SECOND * 3 / 10, 1);
        bucket.cancel(cell, 0, 0, SECOND / 5, 2);
        assertThat(bucket.wait(cell, 0, 0, 1)).isEqualTo(SECOND * 3 / 10);
    }
}
