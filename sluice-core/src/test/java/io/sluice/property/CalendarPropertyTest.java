package io.sluice.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Limiters;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Weeks, months and years begin and end when {@code java.time} says, in every zone there is. */
class CalendarPropertyTest {
    private static final int STEPS = 30;

    @Test
    void everyAnswerIsTheOracles() {
        Seeds.tryAll(400, CalendarPropertyTest::story, Story::smaller, Judge::agree);
    }

    private static Story story(Random random) {
        DrawnLimit limit = DrawnLimit.calendar(random);
        return new Story(
                List.of(limit),
                limit.calendar().eve(random),
                Stream.generate(() -> Step.draw(random, limit, limit.capacity()))
                        .limit(STEPS)
                        .toList());
    }

    @Test
    void aWindowIsUsedUpUntilTheNextBegins() {
        Seeds.tryAll(5_000, CalendarPropertyTest::moment, moment -> List.of(), Moment::useUp);
    }

    private static Moment moment(Random random) {
        DrawnCalendar calendar = DrawnCalendar.draw(random);
        return new Moment(calendar, calendar.eve(random));
    }

    record Moment(DrawnCalendar calendar, long nanos) {
        void useUp() {
            ManualClock clock = new ManualClock(nanos);
            RateLimiter limiter = Limiters.of(clock, "3/" + calendar.text() + " " + calendar.zone());
            for (int i = 0; i < 3; i++) {
                Decision all = limiter.tryAcquire("k", 3);
                long end = nanos(calendar.window(clock.nanos()) + 1);
                assertThat(all.allowed()).isTrue();
                assertThat(clock.nanos() + all.resetAfterNanos()).isEqualTo(end);
                assertThat(clock.nanos() + limiter.tryAcquire("k").retryAfterNanos())
                        .isEqualTo(end);
                clock.moveTo(end - 1);
                assertThat(limiter.tryAcquire("k").retryAfterNanos()).isEqualTo(1);
                clock.moveTo(end);
            }
        }

        private long nanos(long window) {
            return calendar.start(window).getEpochSecond() * 1_000_000_000L;
        }
    }
}
