package io.sluice.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitWordsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5/s burst 10         | 5 requests per second allowed, bursts of 10",
                "100/h                | 100 requests per hour allowed",
                "1/min                | 1 request per minute allowed",
                "1/250ms burst 4      | 1 request per 250 ms allowed, bursts of 4",
                "5/15m sliding-log    | 5 requests per 15 minutes allowed",
                "9/day fixed-window   | 9 requests per day allowed",
                "10000/month          | 10000 requests per month allowed",
                "1/week Europe/Berlin | 1 request per week allowed",
                "0.5/s                | 1 request per 2 seconds allowed",
                "2/s leaky-bucket 10  | 2 requests per second allowed, bursts of 10",
                "2/s leaky-queue 10   | 2 requests per second allowed, 10 waiting at most"
            })
    void saysALimitInWords(String limit, String words) {
        assertThat(LimitWords.of(Limit.parse(limit))).isEqualTo(words);
    }
}
