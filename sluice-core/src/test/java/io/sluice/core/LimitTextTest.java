package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTextTest {
    @ParameterizedTest
    @CsvSource({
        "100/min, 100/min burst 100",
        "15/s burst 30, 15/s burst 30",
        "0.5/s, 1/2s burst 1",
        "2.5/s, 5/2s burst 2",
        "1/250ms burst 4, 1/250ms burst 4",
        "5/15m sliding-log, 5/15min sliding-log",
        "300/15m sliding-window, 300/15min sliding-window",
        "100/h sub-windows 60, 100/h sub-windows 60",
        "1000/day fixed-window, 1000/day fixed-window",
        "1000/day fixed-window anchored, 1000/day fixed-window anchored",
        "1000/day fixed-window ANCHORED, 1000/day fixed-window anchored",
        "1000/day fixed-window Europe/Berlin, 1000/day fixed-window Europe/Berlin",
        "10000/month, 10000/month fixed-window",
        "10000/month Europe/Berlin, 10000/month fixed-window Europe/Berlin",
        "10000/month fixed-window, 10000/month fixed-window",
        "10000/month fixed-window Europe/Berlin, 10000/month fixed-window Europe/Berlin",
        "10000/month +05:30, 10000/month fixed-window +05:30",
        "10000/1month, 10000/month fixed-window",
        "1e4/Months Z, 10000/month fixed-window",
        "7/mo, 7/month fixed-window",
        "500/week, 500/week fixed-window",
        "500/weeks, 500/week fixed-window",
        "500/w Asia/Tokyo, 500/week fixed-window Asia/Tokyo",
        "500/week burst 10, 500/7day burst 10",
        "500/week token-bucket, 500/7day burst 500",
        "500/week leaky-bucket 3, 500/7day leaky-bucket 3",
        "500/week leaky-queue 3, 500/7day leaky-queue 3",
        "500/week sliding-window, 500/7day sliding-window",
        "500/week sub-windows 7, 500/7day sub-windows 7",
        "500/week sliding-log, 500/7day sliding-log",
        "500/week fixed-window anchored, 500/7day fixed-window anchored",
        "100000/year, 100000/year fixed-window",
        "100000/years, 100000/year fixed-window",
        "0/y UTC, 0/year fixed-window UTC",
        "2/s leaky-bucket 10, 2/s leaky-bucket 10",
        "2/s leaky-queue 10, 2/s leaky-queue 10",
        "100/min token-bucket, 100/min burst 100",
        "100/min token-bucket burst 7, 100/min burst 7",
        "unlimited, unlimited",
        "UNLIMITED, unlimited",
        "0/s, 0/s burst 0",
        "0/s burst 1, 0/s burst 1",
        "1.50/1.5s, 3/3s burst 1",
        "1/90s, 1/90s burst 1",
        "1/1500us, 1/1500us burst 1",
        "1/1001ns, 1/1001ns burst 1",
        "0.00000001/s, 0/366day burst 1",
        "0.0000000001/s burst 1, 0/366day burst 1",
        "0.3333333333333/s, 1000/3000000000001ns burst 1",
        "'  7 / 2  Hours   BURST  9 ', 7/2h burst 9"
    })
    void isReadAndWrittenInOneForm(String text, String canonical) {
        Limit limit = Limit.parse(text);
        assertThat(limit).hasToString(canonical);
        assertThat(Limit.parse(canonical)).isEqualTo(limit).hasSameHashCodeAs(limit);
    }

    @ParameterizedTest
    @CsvSource({
        "ns, 1",
        "nano, 1",
        "nanos, 1",
        "nanosecond, 1",
        "nanoseconds, 1",
        "us, 1000",
        "µs, 1000",
        "μs, 1000",
        "micro, 1000",
        "micros, 1000",
        "microsecond, 1000",
        "microseconds, 1000",
        "ms, 1000000",
        "milli, 1000000",
        "millis, 1000000",
        "millisecond, 1000000",
        "milliseconds, 1000000",
        "s, 1000000000",
        "sec, 1000000000",
        "secs, 1000000000",
        "second, 1000000000",
        "seconds, 1000000000",
        "m, 60000000000",
        "min, 60000000000",
        "mins, 60000000000",
        "minute, 60000000000",
        "minutes, 60000000000",
        "h, 3600000000000",
        "hr, 3600000000000",
        "hrs, 3600000000000",
        "hour, 3600000000000",
        "hours, 3600000000000",
        "d, 86400000000000",
        "day, 86400000000000",
        "days, 86400000000000",
        "DAYS, 86400000000000"
    })
    void knowsEverySpellingOfAUnit(String unit, long nanos) {
        long count = nanos == 1 ? 5_000 : 3;
        assertThat(Limit.parse("1/" + count + unit).periodNanos()).isEqualTo(count * nanos);
    }

    @Test
    void anyLimitSurvivesBeingWritten() {
        Random random = new Random(1);
        for (int i = 0; i < 5_000; i++) {
            String text = (random.nextInt(5) == 0 ? random.nextInt(1_000) + "." : "") + (1 + random.nextInt(1_000_000))
                    + "/" + (1_000 + (random.nextLong() >>> 12) % 31_000_000_000_000_000L) + "ns";
            Limit limit = Limit.parse(text + " sliding-window");
            assertThat(Limit.parse(limit.toString())).isEqualTo(limit);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|0|expected a number of permits, such as",
                "abc|0|expected a number of permits, such as",
                "-5/s|0|expected a number of permits",
                "1..5/s|0|expected a number of permits",
                "5.|0|expected a number of permits",
                ".5/s|0|expected a number of permits",
                "99999999999999999999999999999999999999999/s|0|expected a number of permits",
                "100|3|expected '/' and a period after the permits",
                "100 per minute|4|expected '/' and a period after the permits",
                "100/|4|expected a unit of time: ns, us, ms, s, min, h, day, week, month or year",
                "100/parsec|4|expected a unit of time",
                "100/2months|4|only one week, month or year; for other periods give the length, such as 14days",
                "100/0.5year|4|only one week, month or year",
                "0.5/month|0|permits of a week, month or year must be whole; 0.5 in 30 days is 1/60days",
                "2147483648/month|0|permits must be 0 to 2147483647",
                "100/month burst 5|10|token-bucket needs a period of one length, such as 31day; a month is counted in",
                "100/month token-bucket|10|token-bucket needs a period of one length, such as 31day",
                "100/year leaky-bucket 5|9|leaky-bucket needs a period of one length, such as 366day; a year is counted in",
                "100/year leaky-queue 5|9|leaky-queue needs a period of one length",
                "100/month fixed-window anchored|10|anchored-window needs a period of one length",
                "100/month sliding-window|10|sliding-window needs a period of one length",
                "100/month sub-windows 4|10|sub-windows needs a period of one length",
                "100/month sliding-log|10|sliding-log needs a period of one length",
                "100/month Mars/Olympus|10|expected fixed-window or a time zone such as Europe/Berlin after month",
                "100/week 5|9|expected fixed-window or a time zone such as Europe/Berlin after week",
                "100/month fixd-window|10|did you mean fixed-window?",
                "100/month fixed-window Mars/Olympus|23|expected anchored or a time zone such as Europe/Berlin",
                "100/month Europe/Berlin 5|24|nothing more was expected here",
                "100/day Europe/Berlin|8|expected burst N",
                "100/5|5|expected a unit of time",
                "100/-5s|4|expected a period",
                "100/999ns|4|the period must be 1us to 366 days",
                "100/367days|4|the period must be 1us to 366 days",
                "100/1000.5ns|4|the period must be whole nanoseconds",
                "2147483648/s|0|permits must be 0 to 2147483647",
                "100/s burst|11|expected a whole number after burst",
                "100/s burst x|12|expected a whole number after burst",
                "100/s burst -1|12|expected a whole number, after burst",
                "100/s burst 1.5|12|expected a whole number up to 2147483647 after burst",
                "100/s burst 2147483648|12|expected a whole number up to 2147483647 after burst",
                "100/s sub-windows 0|6|sub-windows must be 1 to 3600, not 0",
                "100/s sub-windows 3601|6|sub-windows must be 1 to 3600",
                "100/us sub-windows 1001|7|sub-windows must be 1 to 1000",
                "100/s burts 5|6|unknown algorithm burts; did you mean burst?",
                "100/s bursts 5|6|unknown algorithm bursts; did you mean burst?",
                "100/s sliding-windows|6|did you mean sliding-window?",
                "100/s slidinglog|6|did you mean sliding-log?",
                "100/s leaky-bukcet 5|6|did you mean leaky-bucket?",
                "100/s quantum|6|expected burst N, leaky-bucket N",
                "100/s 5|6|expected burst N",
                "100/s token-bucket 5|19|expected burst N, or nothing, after token-bucket",
                "100/s fixed-window Mars/Olympus|19|expected anchored or a time zone such as Europe/Berlin",
                "100/s sliding-log 5|18|nothing more was expected here",
                "100/s fixed-window anchored 5|28|nothing more was expected here",
                "unlimited 5|10|nothing more was expected here",
                "1/366day burst 2147483647|9|would take more than 36 years to refill"
            })
    void pointsAtWhatIsWrong(String text, int position, String problem) {
        LimitSyntaxException error = catchThrowableOfType(LimitSyntaxException.class, () -> Limit.parse(text));
        assertThat(error).hasMessageContaining(problem);
        assertThat(error.position()).isEqualTo(position);
        assertThat(error).hasMessageStartingWith("bad limit at character " + (position + 1) + ": ");
        assertThat(error.getMessage().lines().toList().get(2)).isEqualTo("  " + " ".repeat(position) + "^");
    }

    @ParameterizedTest
    @ValueSource(strings = {"quux", "x", "token", "window"})
    void guessesNothingFarFetched(String word) {
        assertThatThrownBy(() -> Limit.parse("1/s " + word)).hasMessageNotContaining("did you mean");
    }

    @Test
    void isNotFooledByLongOrStrangeText() {
        assertThatThrownBy(() -> Limit.parse("1".repeat(201))).hasMessageContaining("too long");
        assertThatThrownBy(() -> Limit.parse("1/s \u0007\n\u001b[31m"))
                .hasMessageNotContaining("\u0007")
                .hasMessageNotContaining("\u001b");
        assertThatThrownBy(() -> Limit.parse("１/s")).isInstanceOf(LimitSyntaxException.class);
        assertThatThrownBy(() -> Limit.parse(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void hasAFactoryForEveryKind() {
        assertThat(Limit.perSecond(5)).hasToString("5/s burst 5");
        assertThat(Limit.perMinute(5).burst(7)).hasToString("5/min burst 7");
        assertThat(Limit.perHour(5).leakyBucket(7)).hasToString("5/h leaky-bucket 7");
        assertThat(Limit.perDay(5).leakyQueue(7)).hasToString("5/day leaky-queue 7");
        assertThat(Limit.of(5, Duration.ofMillis(3)).fixedWindow()).hasToString("5/3ms fixed-window");
        assertThat(Limit.perDay(5).fixedWindow(ZoneId.of("Asia/Kolkata")).zone())
                .isEqualTo(ZoneId.of("Asia/Kolkata"));
        assertThat(Limit.perDay(5).anchoredWindow().kind()).isEqualTo(Limit.Kind.ANCHORED_WINDOW);
        assertThat(Limit.perDay(5).slidingWindow().period()).isEqualTo(Duration.ofDays(1));
        assertThat(Limit.perDay(5).subWindows(24).parts()).isEqualTo(24);
        assertThat(Limit.perDay(5).slidingLog().capacity()).isEqualTo(5);
        assertThat(Limit.unlimited().capacity()).isEqualTo(Limit.MOST_PERMITS);
    }

    @Test
    void rejectsNumbersOutOfRange() {
        assertThatThrownBy(() -> Limit.perSecond(-1)).hasMessage("permits must be 0 to 2147483647, not -1");
        assertThatThrownBy(() -> Limit.perSecond(1L << 31)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limit.of(1, Duration.ofNanos(999))).hasMessageContaining("period must be 1us");
        assertThatThrownBy(() -> Limit.of(1, Duration.ofDays(367))).hasMessageContaining("period must be 1us");
        assertThatThrownBy(() -> Limit.of(1, Duration.ofSeconds(Long.MAX_VALUE)))
                .hasMessageContaining("366 days");
        assertThatThrownBy(() -> Limit.perSecond(1).burst(-1)).hasMessageContaining("burst must be 0");
        assertThatThrownBy(() -> Limit.perSecond(1).leakyBucket(1L << 31)).hasMessageContaining("depth must be");
        assertThatThrownBy(() -> Limit.perSecond(1).leakyQueue(-1)).hasMessageContaining("places must be");
        assertThatThrownBy(() -> Limit.perSecond(1).subWindows(0)).hasMessageContaining("sub-windows must be 1");
        assertThatThrownBy(() -> Limit.perSecond(1).fixedWindow(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void limitsThatCountDifferentlyAreDifferent() {
        assertThat(Limit.parse("5/s")).isNotEqualTo(Limit.parse("5/s leaky-bucket 5"));
        assertThat(Limit.parse("5/s")).isNotEqualTo(Limit.parse("6/s burst 5"));
        assertThat(Limit.parse("5/s")).isNotEqualTo(Limit.parse("5/2s"));
        assertThat(Limit.parse("5/s")).isNotEqualTo(Limit.parse("5/s burst 6"));
        assertThat(Limit.parse("5/s sub-windows 2")).isNotEqualTo(Limit.parse("5/s sub-windows 3"));
        assertThat(Limit.parse("5/day fixed-window")).isNotEqualTo(Limit.parse("5/day fixed-window Asia/Tokyo"));
        assertThat(Limit.parse("5/s")).isNotEqualTo("5/s");
    }
}
