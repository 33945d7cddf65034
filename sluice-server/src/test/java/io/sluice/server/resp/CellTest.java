package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The five numbers of CL.THROTTLE: limited, limit, remaining, retry_after, reset_after. */
class CellTest {
    private final Talk talk = new Talk();

    private String at(long millis, String words) {
        talk.clock.moveTo(Duration.ofMillis(millis).toNanos());
        return talk.throttle(words);
    }

    @Test
    void answersAsRedisCellDoesInItsOwnTest() {
        assertThat(at(0, "foo 4 1 1 6")).isEqualTo("1 5 5 -1 0");
        assertThat(at(0, "foo 4 1 1 1")).isEqualTo("0 5 4 -1 1");
        assertThat(at(0, "foo 4 1 1 1")).isEqualTo("0 5 3 -1 2");
        assertThat(at(0, "foo 4 1 1 1")).isEqualTo("0 5 2 -1 3");
        assertThat(at(0, "foo 4 1 1 1")).isEqualTo("0 5 1 -1 4");
        assertThat(at(0, "foo 4 1 1")).isEqualTo("0 5 0 -1 5");
        assertThat(at(0, "foo 4 1 1")).isEqualTo("1 5 0 1 5");
        assertThat(at(3000, "foo 4 1 1 1")).isEqualTo("0 5 2 -1 3");
        assertThat(at(3100, "foo 4 1 1 1")).isEqualTo("0 5 1 -1 4");
        assertThat(at(4000, "foo 4 1 1 1")).isEqualTo("0 5 1 -1 4");
        assertThat(at(8000, "foo 4 1 1 1")).isEqualTo("0 5 4 -1 1");
        assertThat(at(9500, "foo 4 1 1 1")).isEqualTo("0 5 4 -1 1");
        assertThat(at(9500, "foo 4 1 1 0")).isEqualTo("0 5 4 -1 1");
        assertThat(at(9500, "foo 4 1 1 2")).isEqualTo("0 5 2 -1 3");
        assertThat(at(9500, "foo 4 1 1 5")).isEqualTo("1 5 2 3 3");
    }

    @Test
    void answersAsTheReadmeOfRedisCellShows() {
        assertThat(talk.throttle("user123 15 30 60 1")).isEqualTo("0 16 15 -1 2");
    }

    @Test
    void roundsSecondsUpOnlyForAMillisecondOrMore() {
        assertThat(at(0, "a 0 1 10")).isEqualTo("0 1 0 -1 10");
        talk.clock.moveTo(8_999_000_001L);
        assertThat(talk.throttle("a 0 1 10")).isEqualTo("1 1 0 1 1");
        talk.clock.moveTo(8_999_000_000L + 1_000_001);
        assertThat(talk.throttle("a 0 1 10")).isEqualTo("1 1 0 1 1");
        talk.clock.moveTo(9_000_000_000L + 999_000_001L);
        assertThat(talk.throttle("a 0 1 10")).isEqualTo("1 1 0 0 0");
    }

    @Test
    void allowsAgainExactlyWhenAnIntervalHasPassed() {
        assertThat(at(0, "a 0 1 10")).startsWith("0 ");
        talk.clock.moveTo(9_999_999_999L);
        assertThat(talk.throttle("a 0 1 10")).startsWith("1 ");
        talk.clock.moveTo(10_000_000_000L);
        assertThat(talk.throttle("a 0 1 10")).startsWith("0 ");
    }

    /** What remains goes by microseconds, and may be one ahead by less than one of them. */
    @Test
    void cutsTheIntervalOffAtANanosecond() {
        for (int i = 0; i < 3; i++) {
            assertThat(talk.throttle("a 2 3 10")).startsWith("0 ");
        }
        talk.clock.moveTo(3_333_333_332L);
        assertThat(talk.throttle("a 2 3 10")).isEqualTo("1 3 1 0 7");
        talk.clock.moveTo(3_333_333_333L);
        assertThat(talk.throttle("a 2 3 10")).startsWith("0 3 0 ");
    }

    @Test
    void limitsManyASecond() {
        for (int i = 0; i < 10; i++) {
            assertThat(talk.throttle("a 9 100000 1")).startsWith("0 10 " + (9 - i) + " -1 ");
        }
        assertThat(talk.throttle("a 9 100000 1")).isEqualTo("1 10 0 0 0");
        talk.clock.advanceNanos(10_000);
        assertThat(talk.throttle("a 9 100000 1")).startsWith("0 10 0 ");
    }

    @Test
    void limitsMoreThanAMillionASecond() {
        assertThat(talk.throttle("a 9 10000000 1 4")).isEqualTo("0 10 6 -1 0");
        assertThat(talk.throttle("a 9 10000000 1 7")).startsWith("1 10 6 0 0");
    }

    @Test
    void keepsOneStateOfAKeyWhateverNumbersItIsAskedWith() {
        assertThat(at(0, "a 4 1 1 5")).isEqualTo("0 5 0 -1 5");
        assertThat(at(0, "a 9 1 1 0")).isEqualTo("0 10 5 -1 5");
        assertThat(at(0, "a 0 1 1 1")).isEqualTo("1 1 0 5 5");
        assertThat(at(0, "a 0 1 1 0")).isEqualTo("1 1 0 4 5");
        assertThat(at(0, "a 9 2 1 1")).isEqualTo("1 10 0 1 5");
        assertThat(at(500, "a 9 2 1 1")).isEqualTo("0 10 0 -1 5");
    }

    @Test
    void takesNothingWhenItRefuses() {
        assertThat(at(0, "a 4 1 1 3")).isEqualTo("0 5 2 -1 3");
        assertThat(at(0, "a 4 1 1 3")).isEqualTo("1 5 2 1 3");
        assertThat(at(0, "a 4 1 1 2")).isEqualTo("0 5 0 -1 5");
    }

    @Test
    void givesBackForANegativeQuantityUpToFull() {
        assertThat(at(0, "a 4 1 1 3")).isEqualTo("0 5 2 -1 3");
        assertThat(at(0, "a 4 1 1 -2")).isEqualTo("0 5 4 -1 1");
        assertThat(at(0, "a 4 1 1 -2")).isEqualTo("0 5 5 -1 0");
        assertThat(at(0, "b 4 1 1 -2")).isEqualTo("0 5 5 -1 0");
    }

    @Test
    void allowsNothingWithoutABurst() {
        assertThat(talk.throttle("a -1 1 1")).isEqualTo("1 0 0 -1 0");
        assertThat(talk.throttle("a -3 1 1")).isEqualTo("1 -2 0 -1 0");
    }

    @Test
    void refusesForeverWhatCostsTooMuchToCount() {
        assertThat(talk.throttle("a 4 1 1 9223372036854775807")).isEqualTo("1 5 5 -1 0");
    }

    @Test
    void keepsDatabasesApart() {
        assertThat(talk.throttle("a 0 1 60")).startsWith("0 ");
        assertThat(talk.ask("SELECT", "3")).isEqualTo("+OK\r\n");
        assertThat(talk.throttle("a 0 1 60")).startsWith("0 ");
        assertThat(talk.ask("SELECT", "0")).isEqualTo("+OK\r\n");
        assertThat(talk.throttle("a 0 1 60")).startsWith("1 ");
    }

    @Test
    void tellsKeysApartByEveryByte() {
        assertThat(talk.throttle("\0\r\n\377 0 1 60")).startsWith("0 ");
        assertThat(talk.throttle("\0\r\n\376 0 1 60")).startsWith("0 ");
        assertThat(talk.throttle("\0\r\n\377 0 1 60")).startsWith("1 ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a 1 2 | Usage: cl.throttle <key> <max_burst> <count per period> <period> [<quantity>]",
                "a 1 2 3 4 5 | Usage: cl.throttle <key> <max_burst> <count per period> <period> [<quantity>]",
                "a x 2 3 | Couldn't parse as integer: x",
                "a 1 2.5 3 | Couldn't parse as integer: 2.5",
                "a 1 2 9223372036854775808 | Couldn't parse as integer: 9223372036854775808",
                "a 1 2 3 - | Couldn't parse as integer: -",
                "a 1 0 3 | Zero rates are not supported",
                "a 1 2 0 | Zero rates are not supported",
                "a 1 2000000001 1 | Zero rates are not supported",
                "a 1 -2 3 | Zero rates are not supported",
            })
    void saysWhatIsWrongAsRedisCellDoes(String words, String error) {
        assertThat(talk.throttle(words)).isEqualTo("-Cell error: Store error: " + error + "\r\n");
    }

    @Test
    void saysWhatWouldTakeTooLong() {
        assertThat(talk.throttle("a 9223372036854775807 1 1")).contains("more than 36 years to refill");
        assertThat(talk.throttle("a 1 1 9223372036854775807")).contains("the longest is 9223372036");
    }
}
