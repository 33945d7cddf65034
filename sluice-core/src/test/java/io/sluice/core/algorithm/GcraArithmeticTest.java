package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One permit costs 100 units; a nanosecond has one unit, or three where the rate is thirds. */
class GcraArithmeticTest {
    private static final long MOST_AHEAD = 1L << 61;

    private final Gcra bucket = Gcra.of(1, 100, 5, false);
    private final Gcra queue = Gcra.of(1, 100, 5, true);
    private final Gcra thirds = Gcra.of(3, 100, 5, false);

    @Test
    void goesByTheMonotonicClock() {
        assertThat(bucket.aligned()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, 1.0", "125, 0.75", "250, 0.5", "500, 0.0", "1000, -1.0"})
    void tellsTheShareThatIsLeft(long ahead, double share) {
        assertThat(bucket.shareLeft(ahead)).isEqualTo(share);
    }

    @Test
    void nothingOfNothingIsLeftAndAllOfWhatIsFree() {
        assertThat(Gcra.of(1, 100, 0, false).shareLeft(0)).isZero();
        assertThat(Gcra.unlimited(5).shareLeft(0)).isEqualTo(1);
        assertThat(Gcra.unlimited(5).remainingOf(0)).isEqualTo(5);
        assertThat(Gcra.unlimited(5).usedOf(7)).isZero();
    }

    /** A permit costs so many nanoseconds that quotients round either way. */
    @Test
    void whatIsLeftIsExactOnBothSidesOfEveryWholePermit() {
        Random random = new Random(20_261_115);
        for (int i = 0; i < 200_000; i++) {
            long capacity = 1 + (random.nextLong() >>> (33 + random.nextInt(31)));
            long interval = 2 + Math.abs(random.nextLong() % Math.max(1, (1L << 60) / capacity - 2));
            Gcra limit = Gcra.of(1, interval, capacity, false);
            long whole = 1 + Math.abs(random.nextLong() % capacity);
            long ahead = (capacity - whole) * interval;
            assertThat(limit.remainingOf(ahead)).isEqualTo(whole);
            assertThat(limit.remainingOf(ahead + 1)).isEqualTo(whole - 1);
            assertThat(limit.remainingOf(ahead + interval - 1)).isEqualTo(whole - 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 0", "0, 6, 9223372036854775807", "1, 5, 1", "400, 1, 0", "401, 1, 1", "900, 0, 0", "500, 5, 500"
    })
    void waitsForWhatIsMissing(long ahead, long permits, long wait) {
        assertThat(bucket.waitOf(ahead, 0, permits)).isEqualTo(wait);
    }

    @ParameterizedTest
    @CsvSource({"500, 1, 34", "400, 1, 0", "401, 1, 1", "403, 1, 1", "404, 1, 2"})
    void waitsAreRoundedUp(long ahead, long permits, long wait) {
        assertThat(thirds.waitOf(ahead, 0, permits)).isEqualTo(wait);
    }

    /** Charged at 1000: on from the word unless that lies before the instant they are for. */
    @ParameterizedTest
    @CsvSource({
        "1000, 1000, 1, 1100",
        "900, 1000, 1, 1100",
        "1000, 1050, 1, 1150",
        "1048, 1050, 1, 1150",
        "1049, 1050, 1, 1150",
        "1050, 1050, 1, 1150",
        "1051, 1050, 1, 1151",
        "1000, 1350, 3, 1650"
    })
    void chargesForLater(long word, long at, long permits, long wordThen) {
        assertThat(bucket.charge(word, 1000, at, permits)).isEqualTo(wordThen);
    }

    /** The first of three leaves two intervals before the last. */
    @ParameterizedTest
    @CsvSource({"1000, 1350, 3, 1450", "1149, 1350, 3, 1450", "1200, 1350, 3, 1500", "1000, 1350, 1, 1450"})
    void aQueueChargesFromWhereTheFirstLeaves(long word, long at, long permits, long wordThen) {
        assertThat(queue.charge(word, 1000, at, permits)).isEqualTo(wordThen);
    }

    @Test
    void debtIsCutOffHoweverItArises() {
        Gcra slow = Gcra.of(1, 1L << 59, 1, false);
        assertThat(slow.charge(0, 0, Integer.MAX_VALUE)).isEqualTo(MOST_AHEAD);
        assertThat(slow.charge(0, 0, 2)).isEqualTo(1L << 60);
        assertThat(bucket.charge(MOST_AHEAD - 1, 0, 5)).isEqualTo(MOST_AHEAD);
        assertThat(bucket.charge(MOST_AHEAD + 7, 0, 5)).isEqualTo(MOST_AHEAD + 7);
        assertThat(bucket.charge(0, 0, MOST_AHEAD + 9, 5)).isEqualTo(MOST_AHEAD);
        assertThat(slow.refund(MOST_AHEAD, 0, Integer.MAX_VALUE)).isZero();
    }

    /** What was promised behind the cancelled permits stays, and so does what rounding may hide. */
    @ParameterizedTest
    @CsvSource({"700, 34, 1, 700", "700, 50, 1, 652", "700, 67, 1, 601", "700, 68, 1, 600", "700, 50, 2, 552"})
    void cancelsWhatNothingLaterCountsOn(long word, long at, long permits, long wordThen) {
        assertThat(thirds.cancel(word, 0, at, permits)).isEqualTo(wordThen);
    }

    @ParameterizedTest
    @CsvSource({"600, 0, 1, 600", "600, 99, 1, 501", "600, 100, 1, 500", "600, 200, 1, 500", "300, 0, 4, 0"})
    void cancelsToTheUnitWhereNothingIsRounded(long word, long at, long permits, long wordThen) {
        assertThat(bucket.cancel(word, 0, at, permits)).isEqualTo(wordThen);
    }

    @ParameterizedTest
    @CsvSource({"100, 0, 1, 0", "300, 200, 1, 200", "300, 199, 1, 300", "300, 201, 1, 200", "300, 100, 1, 300"})
    void onlyTheLastLeavesAQueue(long word, long at, long permits, long wordThen) {
        assertThat(queue.cancel(word, 0, at, permits)).isEqualTo(wordThen);
    }

    @Test
    void isExactUpToTwoToThe31UnitsANanosecond() {
        assertThat(Gcra.of(1L << 31, 1_000_000_001, 1, false).horizonNanos()).isEqualTo(1L << 30);
        assertThat(Gcra.of((1L << 31) + 1, 1_000_000_000_000_000L, 1, false).horizonNanos())
                .isEqualTo(MOST_AHEAD / 3);
    }

    @Test
    void refillsWithin36Years() {
        assertThat(Gcra.of(1, 1L << 60, 1, false).capacity()).isEqualTo(1);
        assertThatThrownBy(() -> Gcra.of(1, (1L << 60) + 1, 1, false)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Gcra.of(1, (1L << 60) + 1, 0, false)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRateOfZeroNeverEarnsAnythingBack() {
        Gcra still = Gcra.of(0, 100, 5, false);
        assertThat(still.horizonNanos()).isEqualTo(Algorithm.NEVER);
        long word = still.charge(still.fresh(0), 0, 5);
        assertThat(word).isEqualTo(5);
        assertThat(still.wait(word, 1L << 62, 1)).isEqualTo(Algorithm.NEVER);
        assertThat(still.resetAfterOf(0, 0)).isZero();
        assertThat(still.cancel(word, 0, 0, 2)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 0, 0", "1, 4, 1, 1", "100, 4, 1, 34", "400, 1, 4, 134", "401, 0, 5, 134", "900, 0, 9, 300"})
    void tellsWhatIsUsed(long ahead, long remaining, long used, long reset) {
        assertThat(thirds.remainingOf(ahead)).isEqualTo(remaining);
        assertThat(thirds.usedOf(ahead)).isEqualTo(used);
        assertThat(thirds.resetAfterOf(ahead, 0)).isEqualTo(reset);
    }

    /** At 1000, which is 3000 units. */
    @Test
    void countsFromNowInUnits() {
        assertThat(thirds.fresh(1000)).isEqualTo(3000);
        assertThat(thirds.charge(3000, 1000, 1050, 1)).isEqualTo(3250);
        assertThat(thirds.refund(3250, 1000, 1)).isEqualTo(3150);
        assertThat(thirds.refund(3250, 1000, 3)).isEqualTo(3000);
        assertThat(thirds.cancel(3250, 1000, 1050, 1)).isEqualTo(3150);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1000, 0", "1100, 0", "1101, 1", "1350, 250"})
    void onlyAQueueDelays(long word, long delay) {
        assertThat(queue.delay(new long[] {7, word}, 1, 1000)).isEqualTo(delay);
        assertThat(bucket.delay(new long[] {7, word}, 1, 1000)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 150, 0",
        "3, 350, 0",
        "4, 450, 50",
        "5, 550, 150",
        "6, 9223372036854775807, 9223372036854775807",
        "0, 0, 0"
    })
    void aQueuePromisesWhenTheLastLeaves(long permits, long queued, long pouredOut) {
        long[] c = {7, 1150};
        assertThat(queue.promise(c, 1, 1000, permits)).isEqualTo(queued);
        assertThat(bucket.promise(c, 1, 1000, permits)).isEqualTo(pouredOut);
    }
}
