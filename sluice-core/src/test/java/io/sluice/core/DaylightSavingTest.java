package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class DaylightSavingTest {
    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    private static ManualClock clockAt(String instant) {
        return new ManualClock(nanos(Instant.parse(instant)));
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29, 23",
        "Europe/Berlin, 2026-10-25, 25",
        "Europe/Berlin, 2026-06-01, 24",
        "America/New_York, 2026-03-08, 23",
        "America/New_York, 2026-11-01, 25",
        "Australia/Lord_Howe, 2026-04-05, 24.5",
        "Asia/Kolkata, 2026-03-29, 24"
    })
    void aDayIsAsLongAsTheCalendarSays(ZoneId zone, LocalDate day, double hours) {
        ManualClock clock = new ManualClock(nanos(day.atStartOfDay(zone).toInstant()));
        RateLimiter limiter = Limiters.of(clock, "1/day fixed-window " + zone);
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
        Decision refused = limiter.tryAcquire("k");
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMinutes((long) (hours * 60)));
        clock.advanceNanos(refused.retryAfterNanos() - 1);
        assertThat(limiter.tryAcquire("k").allowed()).isFalse();
        clock.advanceNanos(1);
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
    }

    @Test
    void hoursInKolkataBeginAtHalfPast() {
        ManualClock clock = clockAt("2026-01-01T10:29:59Z");
        RateLimiter limiter = Limiters.of(clock, "1/h fixed-window Asia/Kolkata");
        limiter.tryAcquire("k");
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void theHourThatIsSkippedGivesNothingExtra() {
        ManualClock clock = clockAt("2026-03-29T00:30:00Z");
        RateLimiter limiter = Limiters.of(clock, "5/h fixed-window Europe/Berlin");
        assertThat(limiter.tryAcquireUpTo("k", 9).granted()).isEqualTo(5);
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofMinutes(30));
        clock.advance(Duration.ofMinutes(30));
        assertThat(limiter.tryAcquireUpTo("k", 9).granted()).isEqualTo(5);
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void theHourThatIsRepeatedIsOneWindow() {
        ManualClock clock = clockAt("2026-10-25T00:00:00Z");
        RateLimiter limiter = Limiters.of(clock, "5/h fixed-window Europe/Berlin");
        assertThat(limiter.tryAcquireUpTo("k", 9).granted()).isEqualTo(5);
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofHours(2));
    }

    @ParameterizedTest
    @CsvSource({"15m", "s", "ms", "10us", "us", "7s", "36h", "7day"})
    void windowsNeverRunBackwardsNorOverlap(String period) {
        ManualClock clock = clockAt("2026-10-24T23:59:58Z");
        RateLimiter limiter = Limiters.of(clock, "3/" + period + " fixed-window Europe/Berlin");
        for (int i = 0; i < 400; i++) {
            limiter.tryAcquireUpTo("k", 3);
            Decision refused = limiter.tryAcquire("k");
            assertThat(refused.allowed()).isFalse();
            clock.advanceNanos(refused.retryAfterNanos() - 1);
            assertThat(limiter.tryAcquire("k").allowed()).isFalse();
            clock.advanceNanos(1);
            assertThat(limiter.peek("k", 3).allowed()).isTrue();
            clock.advanceNanos(i % 3 * 30_000_000_000L);
        }
    }

    @Test
    void aLimitInUtcCrossesTheChangeUnmoved() {
        ManualClock clock = clockAt("2026-03-29T00:59:59Z");
        RateLimiter limiter = Limiters.of(clock, "1/h fixed-window");
        limiter.tryAcquire("k");
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }
}
