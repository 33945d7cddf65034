package io.sluice.http.field;

import static io.sluice.http.TestRuling.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Decision;
import io.sluice.http.TestRules;
import io.sluice.http.TestRuling;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldsTest {
    private static final long NOW = 1_372_700_000L * SECOND + 1;
    private static final Rule SEARCH = TestRules.rule("search", "100/min", "1000/h");
    private static final Rule WINDOW = TestRules.rule("window", "100/min fixed-window");
    private static final Ruling ALLOWED = TestRuling.allowed(50, 30 * SECOND, SEARCH, WINDOW);
    private static final Ruling REFUSED = TestRuling.refused(12 * SECOND - 1, 60 * SECOND, SEARCH, WINDOW);

    @Test
    void ietf() {
        String policy = "RateLimit-Policy: \"search\";q=100;w=60, \"search.2\";q=1000;w=3600, \"window\";q=100;w=60";
        assertThat(lines("ietf", ALLOWED)).containsExactly(policy, "RateLimit: \"search\";r=50;t=30");
        assertThat(lines("ietf", REFUSED)).containsExactly("Retry-After: 12", policy, "RateLimit: \"search\";r=0;t=12");
    }

    @Test
    void ietf06() {
        String policy = "RateLimit-Policy: 100;w=60, 1000;w=3600";
        assertThat(lines("ietf-06", ALLOWED))
                .containsExactly("RateLimit-Limit: 100", "RateLimit-Remaining: 50", "RateLimit-Reset: 30", policy);
        assertThat(lines("ietf-06", REFUSED))
                .containsExactly(
                        "Retry-After: 12",
                        "RateLimit-Limit: 100",
                        "RateLimit-Remaining: 0",
                        "RateLimit-Reset: 12",
                        policy);
    }

    @Test
    void ietf07() {
        assertThat(lines("ietf-07", ALLOWED))
                .containsExactly(
                        "RateLimit: limit=100, remaining=50, reset=30", "RateLimit-Policy: 100;w=60, 1000;w=3600");
        assertThat(lines("ietf-07", REFUSED)).contains("RateLimit: limit=100, remaining=0, reset=12");
    }

    @Test
    void xRateLimitTellsTheTimeOfDay() {
        assertThat(lines("x-ratelimit", ALLOWED))
                .containsExactly(
                        "X-RateLimit-Limit: 100", "X-RateLimit-Remaining: 50", "X-RateLimit-Reset: 1372700031");
        assertThat(lines("x-ratelimit", REFUSED))
                .containsExactly(
                        "Retry-After: 12",
                        "X-RateLimit-Limit: 100",
                        "X-RateLimit-Remaining: 0",
                        "X-RateLimit-Reset: 1372700061");
    }

    @Test
    void github() {
        assertThat(lines("github", ALLOWED))
                .containsExactly(
                        "X-RateLimit-Limit: 100",
                        "X-RateLimit-Remaining: 50",
                        "X-RateLimit-Used: 50",
                        "X-RateLimit-Reset: 1372700031",
                        "X-RateLimit-Resource: search");
    }

    @Test
    void xDeltaTellsSecondsFromNow() {
        assertThat(lines("x-delta", ALLOWED))
                .containsExactly("X-RateLimit-Limit: 100", "X-RateLimit-Remaining: 50", "X-RateLimit-Reset: 30");
    }

    @Test
    void envoy() {
        String limit = "X-RateLimit-Limit: 100, 100;w=60;name=\"search\", 1000;w=3600;name=\"search.2\", "
                + "100;w=60;name=\"window\"";
        assertThat(lines("envoy", ALLOWED))
                .containsExactly(limit, "X-RateLimit-Remaining: 50", "X-RateLimit-Reset: 30");
        assertThat(lines("envoy", REFUSED))
                .containsExactly(
                        "Retry-After: 12",
                        limit,
                        "X-RateLimit-Remaining: 0",
                        "X-RateLimit-Reset: 12",
                        "X-Envoy-RateLimited: true");
    }

    @Test
    void kong() {
        assertThat(lines("kong", ALLOWED))
                .containsExactly(
                        "RateLimit-Limit: 100",
                        "RateLimit-Remaining: 50",
                        "RateLimit-Reset: 30",
                        "X-RateLimit-Limit-Minute: 100",
                        "X-RateLimit-Limit-Hour: 1000",
                        "X-RateLimit-Remaining-Minute: 50");
        assertThat(lines("kong", REFUSED)).contains("Retry-After: 12", "RateLimit-Reset: 12");
        assertThat(lines("kong", TestRuling.allowed(100, 0, SEARCH))).contains("RateLimit-Reset: 1");
    }

    @Test
    void retryAfterOnlyAndNone() {
        assertThat(lines("retry-after-only", ALLOWED)).isEmpty();
        assertThat(lines("retry-after-only", REFUSED)).containsExactly("Retry-After: 12");
        assertThat(lines("none", REFUSED)).isEmpty();
    }

    @Test
    void severalPresetsGoTogether() {
        assertThat(Fields.of(List.of("ietf", "x-ratelimit")).of(Standing.of(ALLOWED), NOW))
                .hasSize(5);
    }

    @ParameterizedTest
    @CsvSource({
        "15/s burst 30, q=30;w=2",
        "15/s burst 20, q=20;w=2",
        "10/100ms, q=10",
        "10/100ms burst 100, q=100;w=1",
        "2/s leaky-queue 10, q=10;w=5",
        "0.5/s, q=1;w=2",
        "5/15m sliding-log, q=5;w=900",
        "2000000000/s, q=2000000000;w=1"
    })
    void aQuotaComesBackAtTheSustainedRate(String limit, String expected) {
        assertThat(lines("ietf", TestRuling.allowed(1, SECOND, TestRules.rule("r", limit))))
                .contains("RateLimit-Policy: \"r\";" + expected);
    }

    @ParameterizedTest
    @CsvSource({
        "10000/1000s, 10000, 1000",
        "10000/1000s, 100, 10",
        "10000/1000s, 0, 1",
        "1/h, 0, 3600",
        "3/min, 1, 20",
        "7/min, 3, 26"
    })
    void whatIsLeftIsNotPromisedFasterThanTheRate(String limit, long remaining, long seconds) {
        assertThat(lines("ietf", TestRuling.allowed(remaining, SECOND, TestRules.rule("r", limit))))
                .contains("RateLimit: \"r\";r=" + remaining + ";t=" + seconds);
    }

    @Test
    void ofAWindowWhatIsLeftHoldsUntilItsEnd() {
        assertThat(lines("ietf", TestRuling.allowed(50, 30 * SECOND + 1, WINDOW)))
                .contains("RateLimit: \"window\";r=50;t=31");
        assertThat(lines("ietf", TestRuling.allowed(100, 0, WINDOW))).contains("RateLimit: \"window\";r=100;t=60");
    }

    @Test
    void aWaitIsRoundedUpAndAtLeastOne() {
        assertThat(lines("retry-after-only", TestRuling.refused(1, SECOND, SEARCH)))
                .containsExactly("Retry-After: 1");
        assertThat(lines("retry-after-only", TestRuling.refused(SECOND + 1, SECOND, SEARCH)))
                .containsExactly("Retry-After: 2");
    }

    @Test
    void whereNoWaitHelpsNoneIsTold() {
        assertThat(lines("ietf", TestRuling.refused(Long.MAX_VALUE, Long.MAX_VALUE, SEARCH)))
                .noneMatch(line -> line.startsWith("Retry-After"))
                .contains("RateLimit: \"search\";r=0");
        assertThat(lines("x-ratelimit", TestRuling.refused(Long.MAX_VALUE, Long.MAX_VALUE, SEARCH)))
                .noneMatch(line -> line.contains("Reset"));
    }

    @Test
    void theRuleThatAnswersIsTheOneTold() {
        Ruling ruling = TestRuling.refused(SECOND, SECOND, SEARCH, WINDOW);
        Ruling byWindow = new TestRuling(ruling.outcome(), WINDOW, ruling.decision(), ruling.counted(), 0);
        assertThat(lines("ietf", byWindow)).contains("RateLimit: \"window\";r=0;t=1");
    }

    @Test
    void withoutALimitThereIsNothingToTell() {
        assertThat(Standing.of(new TestRuling(Ruling.Outcome.UNLIMITED, null, null, List.of(), 0)))
                .isNull();
        assertThat(Standing.of(TestRuling.allowed(1, 1, TestRules.rule("premium", "unlimited"))))
                .isNull();
    }

    @Test
    void aDelayThatNobodyCanWaitForIsARefusal() {
        Ruling delayed = new TestRuling(
                Ruling.Outcome.DELAYED,
                SEARCH,
                Decision.allowed(SEARCH.limits().get("").get(0), 1, 0, SECOND, 3 * SECOND),
                ALLOWED.counted(),
                3 * SECOND);
        Standing standing = Standing.refusedInsteadOfDelayed(delayed);
        assertThat(standing.refused()).isTrue();
        assertThat(standing.retryAfterSeconds()).hasValue(3);
    }

    @Test
    void namesAreEscaped() {
        assertThat(StructuredText.string("a\"b\\c\n\u00e9")).isEqualTo("\"a\\\"b\\\\c??\"");
    }

    @Test
    void presetsThatWriteTheSameFieldConflict() {
        assertThat(Preset.IETF.conflictsWith(Preset.X_RATELIMIT)).isFalse();
        assertThat(Preset.IETF.conflictsWith(Preset.IETF_06)).isTrue();
        assertThat(Preset.X_RATELIMIT.conflictsWith(Preset.X_DELTA)).isTrue();
        assertThat(Preset.KONG.conflictsWith(Preset.IETF_06)).isTrue();
        assertThat(Preset.KONG.conflictsWith(Preset.IETF)).isFalse();
        assertThat(Preset.NONE.conflictsWith(Preset.IETF)).isTrue();
        assertThat(Preset.RETRY_AFTER_ONLY.conflictsWith(Preset.IETF)).isTrue();
    }

    @Test
    void anUnknownPresetIsRefused() {
        assertThatThrownBy(() -> Fields.of(List.of("ietf-99"))).hasMessageContaining("ietf-99");
    }

    private static List<String> lines(String preset, Ruling ruling) {
        return Fields.of(List.of(preset)).of(Standing.of(ruling), NOW).stream()
                .map(field -> field.name() + ": " + field.value())
                .toList();
    }
}
