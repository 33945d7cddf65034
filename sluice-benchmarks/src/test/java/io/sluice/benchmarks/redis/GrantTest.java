package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** 10 a second, burst 5. */
class GrantTest {
    private static List<Grant> at(long... millis) {
        return new ArrayList<>(LongStream.of(millis)
                .mapToObj(time -> new Grant(time * 1_000, time * 1_000))
                .toList());
    }

    private static long excess(List<Grant> grants) {
        return Grant.excess(grants, 5, 10);
    }

    @Test
    void theBurstAndWhatIsEarnedBackAreRight() {
        assertThat(excess(at(0, 0, 0, 0, 0, 100, 200, 1_000, 1_000, 1_000))).isZero();
    }

    @Test
    void oneMoreThanTheBurstIsTooMuch() {
        assertThat(excess(at(0, 0, 0, 0, 0, 0))).isEqualTo(1);
    }

    @Test
    void oneTooEarlyIsTooMuch() {
        assertThat(excess(at(0, 0, 0, 0, 0, 99))).isEqualTo(1);
    }

    @Test
    void findsTheWorstIntervalAmidQuietTime() {
        assertThat(excess(at(0, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_050, 120_000)))
                .isEqualTo(2);
    }

    @Test
    void anAnswerThatComesLateMayHaveBeenDecidedBefore() {
        List<Grant> grants = at(100, 100, 100, 100, 100);
        grants.add(new Grant(0, 100_000));
        assertThat(excess(grants)).isZero();
    }
}
