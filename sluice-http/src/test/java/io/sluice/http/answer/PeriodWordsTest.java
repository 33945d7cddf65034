package io.sluice.http.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeriodWordsTest {
    @ParameterizedTest
    @CsvSource({
        "5/s, second",
        "5/15m, 15 minutes",
        "5/day, day",
        "5/90s, 90 seconds",
        "5/250ms, 250 ms",
        "5/month, month",
        "5/week Europe/Berlin, week"
    })
    void saysWhatFollowsPer(String limit, String words) {
        assertThat(PeriodWords.of(Limit.parse(limit))).isEqualTo(words);
    }
}
