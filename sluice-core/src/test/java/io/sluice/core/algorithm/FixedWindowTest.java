package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Capacity 10 in windows of 100 ns: the window from 300 on owns the numbers from 30 to 39. */
class FixedWindowTest {
    private final FixedWindow window = new FixedWindow(10, 100);

    @Test
    void goesByTheWallClock() {
        assertThat(window.aligned()).isTrue();
        assertThat(window.words()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "99, 0", "100, 10", "-1, -10", "-100, -10", "-101, -20"})
    void aNewWordIsTheFirstNumberOfTheWindow(long now, long word) {
        assertThat(window.fresh(now)).isEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource({"30, 1.0", "35, 0.5", "39, 0.1", "40, 0.0"})
    void tellsTheShareThatIsLeft(long word, double share) {
        assertThat(window.shareLeft(new long[] {word}, 0, 300)).isEqualTo(share);
    }

    @Test
    void countsWindowsInAZone() {
        FixedWindow shifted = new FixedWindow(10, 3_600_000_000_000L, ZoneOffset.ofHours(2));
        assertThat(shifted.fresh(0)).isEqualTo(20);
        assertThat(shifted.fresh(-1)).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({
        "35, 300, 5, 0",
        "35, 300, 6, 100",
        "35, 399, 6, 1",
        "40, 350, 0, 0",
        "40, 350, 1, 50",
        "55, 300, 5, 200",
        "55, 300, 6, 300",
        "55, 300, 11, 9223372036854775807",
        "29, 300, 10, 0",
        "-25, -290, 5, 0",
        "-25, -290, 6, 90"
    })
    void waitsForTheWindowThatHasRoom(long word, long now, long permits, long wait) {
        assertThat(window.wait(word, now, permits)).isEqualTo(wait);
    }

    @ParameterizedTest
    @CsvSource({
        "29, 300, 0, 10, 0",
        "30, 300, 0, 10, 0",
        "31, 350, 1, 9, 50",
        "40, 350, 10, 0, 50",
        "41, 350, 11, 0, 150"
    })
    void tellsWhatIsUsed(long word, long now, long used, long remaining, long reset) {
        long[] c = {7, word, 7};
        assertThat(window.used(c, 1, now)).isEqualTo(used);
        assertThat(window.remaining(c, 1, now)).isEqualTo(remaining);
        assertThat(window.resetAfter(c, 1, now)).isEqualTo(reset);
    }

    @ParameterizedTest
    @CsvSource({"30, 300, 4, 34", "25, 300, 4, 34", "38, 300, 4, 42", "30, 500, 4, 54", "55, 400, 4, 59"})
    void chargesFromTheWindowTheyAreFor(long word, long at, long permits, long wordThen) {
        long[] c = {7, word, 7};
        window.charge(c, 1, 300, at, permits);
        assertThat(c).containsExactly(7, wordThen, 7);
    }

    @ParameterizedTest
    @CsvSource({"35, 300, 2, 33", "35, 300, 6, 30", "55, 300, 4, 51", "25, 300, 1, 30"})
    void refundsUpToFull(long word, long now, long permits, long wordThen) {
        assertThat(window.refund(word, now, permits)).isEqualTo(wordThen);
    }

    @ParameterizedTest
    @CsvSource({
        "35, 350, 2, 33",
        "35, 350, 6, 30",
        "40, 399, 4, 36",
        "41, 399, 4, 41",
        "40, 400, 4, 40",
        "35, 400, 2, 35",
        "35, 250, 2, 35",
        "-25, -250, 2, -27"
    })
    void cancelsOnlyInTheLastWindow(long word, long at, long permits, long wordThen) {
        assertThat(window.cancel(word, 200, at, permits)).isEqualTo(wordThen);
    }

    @Test
    void debtIsCutOff() {
        assertThat(window.charge(30, 300, 300, Algorithm.MOST_DEBT + 11)).isEqualTo(30 + 10 + Algorithm.MOST_DEBT);
        FixedWindow yearly = new FixedWindow(2, 1L << 60);
        assertThat(yearly.charge(0, 0, 0, Integer.MAX_VALUE)).isEqualTo(2 + 2 * 2);
    }

    @Test
    void withACapacityOfZeroNothingComesBack() {
        FixedWindow none = new FixedWindow(0, 100);
        assertThat(none.wait(0, 300, 1)).isEqualTo(Algorithm.NEVER);
        assertThat(none.wait(0, 300, 0)).isZero();
        assertThat(none.resetAfterOf(0, 300)).isZero();
        assertThat(none.resetAfterOf(1, 300)).isEqualTo(Algorithm.NEVER);
        assertThat(none.charge(0, 300, 300, 5)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 2305843009213693951", "1, 1, 2305843009213693951", "1024, 100, 225179981368524800"})
    void mustBeLookedAtBeforeItsNumbersWrapAround(long capacity, long period, long horizon) {
        assertThat(new FixedWindow(capacity, period).horizonNanos()).isEqualTo(horizon);
    }

    @Test
    void tellsTheNumberOfAWindow() {
        assertThat(new FixedWindow(5, 100).window(199)).isEqualTo(1);
        assertThat(new FixedWindow(5, ChronoUnit.YEARS, ZoneOffset.UTC).window(-1))
                .isEqualTo(1969);
    }
}
