package io.sluice.http.field;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Clock;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.TestRequest;
import io.sluice.http.TestRules;
import io.sluice.http.TestRuling;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Cors;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Ruling;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The moment of reset is a window's end to the second, though the clock that tells it is read after the decision. */
class WindowEndsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Pattern RESET = Pattern.compile("(?i)x-ratelimit-reset: (\\d+)");

    /** Goes on by 1 ms whenever it is read. */
    private record RunningClock(ManualClock time) implements Clock {
        @Override
        public long nanos() {
            time.advanceNanos(1_000_000);
            return time.nanos();
        }

        @Override
        public Alarm schedule(long delayNanos, Runnable task) {
            return time.schedule(delayNanos, task);
        }
    }

    private static RuleSet rules(String preset, String... limits) {
        RuleSet set = TestRules.set(
                TestRules.clients(List.of(), "none", 0, java.util.Map.of()), null, TestRules.rule("r", limits));
        return new RuleSet(
                "test",
                set.store(),
                List.of(preset),
                set.clients(),
                set.paths(),
                null,
                List.of(),
                List.of(),
                set.rules());
    }

    private static List<Long> resets(Verdict verdict) {
        StringBuilder lines = new StringBuilder();
        byte[] answer = verdict.answerBytes(true, new byte[0]);
        if (answer == null) {
            verdict.fields().forEach(field -> lines.append(field.name() + ": " + field.value() + "\r\n"));
            verdict.writeFields(new FieldSink() {
                @Override
                public void bytes(byte[] text) {
                    lines.append(new String(text, StandardCharsets.UTF_8));
                }

                @Override
                public void number(long value) {
                    lines.append(value);
                }
            });
        } else {
            lines.append(new String(answer, StandardCharsets.UTF_8));
            verdict.answer().fields().forEach(field -> lines.append(field.name() + ": " + field.value() + "\r\n"));
        }
        Matcher matcher = RESET.matcher(lines);
        return matcher.results().map(found -> Long.parseLong(found.group(1))).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2/min fixed-window|2026-11-19T23:40:00Z|2026-11-19T23:41:00Z",
                "2/min fixed-window|2026-11-19T23:40:30.500Z|2026-11-19T23:41:00Z",
                "2/min fixed-window|2026-11-19T23:40:59.970Z|2026-11-19T23:41:00Z",
                "2/s fixed-window|2026-11-19T23:40:00Z|2026-11-19T23:40:01Z",
                "2/s fixed-window|2026-11-19T23:40:00.950Z|2026-11-19T23:40:01Z",
                "2/week|2026-11-19T23:40:00Z|2026-11-23T00:00:00Z",
                "2/month Europe/Berlin|2026-11-19T23:40:00Z|2026-11-30T23:00:00Z",
                "2/month Europe/Berlin|2026-03-31T21:59:59.960Z|2026-03-31T22:00:00Z",
                "2/day fixed-window America/New_York|2026-11-01T05:30:00Z|2026-11-02T05:00:00Z",
                "2/year Asia/Kolkata|2026-01-01T00:00:00Z|2026-12-31T18:30:00Z"
            })
    void theEndOfAnAlignedWindowIsToldToTheSecond(String limit, String begins, String ends) {
        for (String preset : List.of("x-ratelimit", "github")) {
            Clock clock = new RunningClock(new ManualClock(nanos(begins)));
            HttpRules http = new HttpRules(new RuleEngine(rules(preset, limit), Store.memory(clock)), clock, Cors.NONE);
            for (int i = 0; i < 3; i++) {
                Verdict verdict = http.decide(TestRequest.get("/").from("203.0.113.9"))
                        .toCompletableFuture()
                        .join();
                assertThat(verdict.passes()).isEqualTo(i < 2);
                assertThat(resets(verdict))
                        .as(preset + " " + i)
                        .containsExactly(nanos(ends) / SECOND, nanos(ends) / SECOND);
            }
        }
    }

    /** What takes longest decides, though it is not the limit that is told of. */
    @ParameterizedTest
    @CsvSource({"10/s, 1000/day fixed-window", "1000/day fixed-window, 10/s"})
    void soItIsBesideOtherLimits(String first, String second) {
        Clock clock = new RunningClock(new ManualClock(nanos("2026-11-19T23:40:00Z")));
        HttpRules http = new HttpRules(
                new RuleEngine(rules("x-ratelimit", first, second), Store.memory(clock)), clock, Cors.NONE);
        Verdict verdict = http.decide(TestRequest.get("/").from("203.0.113.9"))
                .toCompletableFuture()
                .join();
        assertThat(resets(verdict)).containsOnly(nanos("2026-11-20T00:00:00Z") / SECOND);
    }

    @ParameterizedTest
    @CsvSource({
        "100/min fixed-window, 60.249, 60",
        "100/min fixed-window, 59.751, 60",
        "100/min fixed-window, 59.001, 60",
        "100/min fixed-window, 60.251, 61",
        "100/min fixed-window, 63, 63",
        "100/min, 60.001, 61",
        "100/min sliding-window, 60.001, 61",
        "10/100ms fixed-window, 60.04, 60",
        "10/100ms fixed-window, 60.06, 61"
    })
    void clocksThatDifferByMoreAreNotMistakenForOne(String limit, double seconds, long told) {
        Rule rule = TestRules.rule("r", limit);
        Ruling ruling = TestRuling.allowed(1, 1, rule);
        Quota quota = Standing.quotas(ruling.counted()).get(0);
        long reset = Math.round(seconds * SECOND);
        assertThat(Gap.RESET_EPOCH.value(quota, ruling.decision(), reset - 1)).isEqualTo(told);
    }

    private static long nanos(String instant) {
        Instant at = Instant.parse(instant);
        return at.getEpochSecond() * SECOND + at.getNano();
    }
}
