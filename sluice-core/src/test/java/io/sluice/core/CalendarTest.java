package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CalendarTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static ManualClock clockAt(String instant) {
        return new ManualClock(Instant.parse(instant).getEpochSecond() * 1_000_000_000L);
    }

    /** Berlin leaves daylight saving on 25 October 2026 and New York on 1 November; Apia left out 30 December 2011. */
    @ParameterizedTest
    @CsvSource({
        "1/week,                     2026-11-15T15:00:00Z, 2026-11-16T00:00:00Z",
        "1/week,                     2026-11-16T00:00:00Z, 2026-11-23T00:00:00Z",
        "1/month,                    2026-11-15T15:00:00Z, 2026-12-01T00:00:00Z",
        "1/month,                    2028-02-29T23:59:59Z, 2028-03-01T00:00:00Z",
        "1/month,                    2027-02-01T00:00:00Z, 2027-03-01T00:00:00Z",
        "1/year,                     2026-11-15T15:00:00Z, 2027-01-01T00:00:00Z",
        "1/week Europe/Berlin,       2026-10-18T22:00:00Z, 2026-10-25T23:00:00Z",
        "1/month Europe/Berlin,      2026-09-30T22:00:00Z, 2026-10-31T23:00:00Z",
        "1/month Europe/Berlin,      2026-09-30T21:59:59Z, 2026-09-30T22:00:00Z",
        "1/month America/New_York,   2026-11-01T04:00:00Z, 2026-12-01T05:00:00Z",
        "1/month Asia/Kolkata,       2026-10-31T18:30:00Z, 2026-11-30T18:30:00Z",
        "1/year Europe/Berlin,       2026-12-31T22:59:59Z, 2026-12-31T23:00:00Z",
        "1/year Pacific/Apia,        2011-12-30T09:59:59Z, 2011-12-31T10:00:00Z",
        "1/week Pacific/Apia,        2011-12-26T10:00:00Z, 2012-01-01T10:00:00Z"
    })
    void aWindowEndsWhereTheNextBegins(String limit, String now, Instant end) {
        ManualClock clock = clockAt(now);
        RateLimiter limiter = Limiters.of(clock, limit);
        Duration left = Duration.between(Instant.parse(now), end);
        assertThat(limiter.tryAcquire("k").resetAfter()).isEqualTo(left);
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(left);
        clock.advanceNanos(left.toNanos() - 1);
        assertThat(limiter.tryAcquire("k").retryAfterNanos()).isEqualTo(1);
        clock.advanceNanos(1);
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
    }

    /** Clocks in Asunción went from midnight of 1 October 1989 to one; in 2023 Cairo's were put back at the end of a day. */
    @ParameterizedTest
    @CsvSource({
        "1/month America/Asuncion, 1989-10-01T03:59:59Z, 1",
        "1/month America/Asuncion, 1989-10-01T04:00:00Z, 2674800",
        "1/week Africa/Cairo,      2023-10-26T20:30:00Z, 264600"
    })
    void clocksMayBeChangedAtTheBoundary(String limit, String now, long seconds) {
        RateLimiter limiter = Limiters.of(clockAt(now), limit);
        assertThat(limiter.tryAcquire("k").resetAfter()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void debtUsesUpTheMonthsThatFollow() {
        ManualClock clock = clockAt("2026-11-15T00:00:00Z");
        RateLimiter limiter = Limiters.of(clock, "10/month");
        assertThat(limiter.penalize("k", 25).resetAfter()).isEqualTo(Duration.ofDays(16 + 31 + 31));
        assertThat(limiter.tryAcquire("k", 5).retryAfter()).isEqualTo(Duration.ofDays(16 + 31));
        assertThat(limiter.tryAcquire("k", 6).retryAfter()).isEqualTo(Duration.ofDays(16 + 31 + 31));
        clock.advance(Duration.ofDays(16 + 31));
        assertThat(limiter.tryAcquire("k").remaining()).isEqualTo(4);
    }

    @Test
    void aReservationIsForTheNextMonth() {
        ManualClock clock = clockAt("2026-11-15T00:00:00Z");
        RateLimiter limiter = Limiters.of(clock, "10/month");
        limiter.tryAcquire("k", 10);
        Reservation promise = limiter.reserve("k", 2, Duration.ofDays(30));
        assertThat(promise.decision().delay()).isEqualTo(Duration.ofDays(16));
        assertThat(promise.cancel()).isTrue();
        assertThat(limiter.peek("k", 0).resetAfter()).isEqualTo(Duration.ofDays(16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"30/month", "30/month Europe/Berlin", "30/week", "30/year", "30/day", "30/h sliding-log"})
    void whatWasUsedIsCarriedOver(String other) {
        RateLimiter limiter = Limiters.of(clockAt("2026-11-15T00:00:00Z"), "20/month");
        limiter.tryAcquire("k", 13);
        limiter.reconfigure(Limiters.limits(other));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(17);
        limiter.reconfigure(Limiters.limits("20/month"));
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(7);
        assertThat(limiter.peek("k", 0).resetAfter()).isEqualTo(Duration.ofDays(16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"20/month Europe/Berlin", "20/week", "20/year Asia/Tokyo"})
    void aRestartForgetsNothing(String limit, @TempDir Path folder) throws IOException {
        ManualClock clock = clockAt("2026-11-11T00:00:00Z");
        Path file = folder.resolve("counters");
        RateLimiter before = Limiters.of(clock, limit);
        before.tryAcquire("k", 13);
        before.saveTo(file);
        clock.advance(Duration.ofDays(2));
        RateLimiter after = RateLimiter.builder()
                .clock(clock)
                .limits(Limit.parse(limit))
                .snapshot(file, Duration.ofDays(36_500))
                .build();
        assertThat(after.peek("k", 8)).hasToString(before.peek("k", 8).toString());
        assertThat(after.peek("k", 0).remaining()).isEqualTo(7);
    }

    @Test
    void goesWithOtherLimitsOnAKey() {
        ManualClock clock = clockAt("2026-11-29T23:59:00Z");
        RateLimiter limiter = Limiters.of(clock, "10/s", "25/month", "15/week");
        limiter.tryAcquire("k", 10);
        clock.advance(Duration.ofSeconds(30));
        Decision refused = limiter.tryAcquire("k", 6);
        assertThat(refused.binding()).isEqualTo(Limit.perWeek(15));
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void hasAFactoryForEachPeriod() {
        assertThat(Limit.perWeek(5)).hasToString("5/week fixed-window");
        assertThat(Limit.perMonth(5)).hasToString("5/month fixed-window");
        assertThat(Limit.perYear(5)).hasToString("5/year fixed-window");
        assertThat(Limit.perMonth(5).fixedWindow(BERLIN)).isEqualTo(Limit.parse("5/month Europe/Berlin"));
        assertThat(Limit.perMonth(5).fixedWindow(BERLIN).fixedWindow()).isEqualTo(Limit.perMonth(5));
        assertThat(Limit.perWeek(5))
                .isNotEqualTo(Limit.of(5, Duration.ofDays(7)).fixedWindow());
        assertThatThrownBy(() -> Limit.perMonth(-1)).hasMessage("permits must be 0 to 2147483647, not -1");
    }

    @ParameterizedTest
    @CsvSource({"WEEK, WEEKS, 7", "MONTH, MONTHS, 31", "YEAR, YEARS, 366"})
    void tellsThatItFollowsTheCalendar(CalendarPeriod period, ChronoUnit unit, int days) {
        Limit limit = Limit.of(5, period);
        assertThat(limit.calendar()).contains(period);
        assertThat(period.unit()).isEqualTo(unit);
        assertThat(limit.period()).isEqualTo(period.longest()).isEqualTo(Duration.ofDays(days));
        assertThat(limit.kind()).isEqualTo(Limit.Kind.FIXED_WINDOW);
        assertThat(Limit.perDay(5).fixedWindow().calendar()).isEmpty();
    }

    @Test
    void aWeekHasOneLengthForOtherAlgorithms() {
        assertThat(Limit.perWeek(5).burst(2))
                .isEqualTo(Limit.of(5, Duration.ofDays(7)).burst(2));
        assertThat(Limit.perWeek(5).slidingLog().calendar()).isEmpty();
        assertThatThrownBy(() -> Limit.perMonth(5).burst(2))
                .hasMessage(
                        "token-bucket needs a period of one length, such as 31day; a month is counted in fixed windows"
                                + " only");
        assertThatThrownBy(() -> Limit.perYear(5).subWindows(12))
                .hasMessageStartingWith("sub-windows needs a period of one length, such as 366day; a year is");
    }
}
