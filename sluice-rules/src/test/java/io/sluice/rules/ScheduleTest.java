package io.sluice.rules;

import static io.sluice.rules.RuleBuilder.rule;
import static io.sluice.rules.Rules.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Set<DayOfWeek> WORKING_DAYS = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);

    private static long nanos(String local) {
        return ZonedDateTime.of(java.time.LocalDateTime.parse(local), BERLIN).toEpochSecond() * 1_000_000_000;
    }

    private static boolean active(String at, String from, String until) {
        Active active = new Active(WORKING_DAYS, LocalTime.parse(from), LocalTime.parse(until), BERLIN);
        return new Schedule(active, new ManualClock(nanos(at))).activeNow();
    }

    /** 2026-11-16 is a Monday; on 2026-10-25 clocks go back. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-16T09:00:00, 09:00, 18:00, true",
        "2026-11-16T08:59:59, 09:00, 18:00, false",
        "2026-11-16T17:59:59, 09:00, 18:00, true",
        "2026-11-16T18:00:00, 09:00, 18:00, false",
        "2026-11-15T12:00:00, 09:00, 18:00, false",
        "2026-07-15T09:00:00, 09:00, 18:00, true",
        "2026-11-16T22:00:00, 22:00, 06:00, true",
        "2026-11-17T05:59:59, 22:00, 06:00, true",
        "2026-11-17T06:00:00, 22:00, 06:00, false",
        "2026-11-16T05:00:00, 22:00, 06:00, false",
        "2026-11-21T05:00:00, 22:00, 06:00, true",
        "2026-11-21T22:00:00, 22:00, 06:00, false",
        "2026-11-16T00:00:00, 00:00, 00:00, true",
        "2026-11-20T23:59:59, 00:00, 00:00, true",
        "2026-11-21T00:00:00, 00:00, 00:00, false",
        "2026-11-16T08:00:00, 08:00, 08:00, true",
        "2026-11-17T07:59:59, 08:00, 08:00, true"
    })
    void holdsFromOneTimeToBeforeAnother(String at, String from, String until, boolean active) {
        assertThat(active(at, from, until)).isEqualTo(active);
    }

    @Test
    void comesAndGoesWithTheClock() {
        ManualClock clock = new ManualClock(nanos("2026-11-16T17:59:59"));
        Active daily = new Active(WORKING_DAYS, LocalTime.of(9, 0), LocalTime.of(18, 0), BERLIN);
        RuleEngine engine = new RuleEngine(
                Rules.of(
                        rule("office", "1/day").match("/api/**").active(daily),
                        rule("rest", "5/day").match("otherwise")),
                Store.memory(clock));
        Attributes request = request("/api/x");
        assertThat(EngineCases.passing(engine, request)).isEqualTo(1);
        clock.advanceNanos(1_000_000_000);
        assertThat(EngineCases.passing(engine, request)).isEqualTo(5);
        assertThat(EngineCases.ruleOf(EngineCases.decide(engine, request))).isEqualTo("rest");
        Explanation explanation = EngineCases.join(engine.explain(request));
        assertThat(explanation.rules().get(0).why()).isEqualTo("it is not active now");
    }
}
