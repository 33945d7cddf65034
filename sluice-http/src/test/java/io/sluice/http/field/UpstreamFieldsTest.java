package io.sluice.http.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpstreamFieldsTest {
    private static final List<Field> OURS = List.of(
            new Field("RateLimit-Policy", "\"ours\";q=10;w=60"),
            new Field("RateLimit", "\"ours\";r=4;t=24"),
            new Field("X-RateLimit-Limit", "10"),
            new Field("X-RateLimit-Remaining", "4"),
            new Field("X-RateLimit-Reset", "1372700031"));
    private final UpstreamFields fields = new UpstreamFields(List.of(Preset.IETF, Preset.X_RATELIMIT));

    @Test
    void theStricterSetIsKept() {
        Map<String, List<String>> upstream =
                Map.of("RateLimit-Policy", List.of("\"app\";q=5;w=10"), "RateLimit", List.of("\"app\"; r=2; t=7"));
        assertThat(fields.merge(OURS, name -> upstream.getOrDefault(name, List.of())))
                .containsExactlyInAnyOrder(
                        new Field("RateLimit-Policy", "\"app\";q=5;w=10"),
                        new Field("RateLimit", "\"app\"; r=2; t=7"),
                        OURS.get(2),
                        OURS.get(3),
                        OURS.get(4));
    }

    @Test
    void ofSeveralUpstreamQuotasTheLeastCounts() {
        Map<String, List<String>> upstream = Map.of("RateLimit", List.of("\"a\";r=9;t=7, \"b\";r=1", "c;r=8"));
        assertThat(fields.merge(OURS, name -> upstream.getOrDefault(name, List.of())))
                .contains(new Field("RateLimit", "\"a\";r=9;t=7, \"b\";r=1, c;r=8"))
                .doesNotContain(OURS.get(0), OURS.get(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"app\";r=5;t=7",
                "\"app\";r=4",
                "r=1",
                "\"app\";r=1,",
                "\"app;r=1",
                "\"app\";r=-1",
                "\"app\";r=1.5",
                "\"app\";r=1x",
                "\"app\";t=1",
                "limit=1, remaining=1, reset=1",
                "\"a\";r=1 \"b\";r=1",
                ""
            })
    void looserOrMalformedOnesAreReplaced(String value) {
        Map<String, List<String>> upstream = Map.of("RateLimit", List.of(value));
        assertThat(fields.merge(OURS, name -> upstream.getOrDefault(name, List.of())))
                .isEqualTo(OURS);
    }

    @Test
    void aMalformedPolicySpoilsTheSet() {
        Map<String, List<String>> upstream =
                Map.of("RateLimit", List.of("\"app\";r=1"), "RateLimit-Policy", List.of("\"app\";q=x"));
        assertThat(fields.merge(OURS, name -> upstream.getOrDefault(name, List.of())))
                .isEqualTo(OURS);
    }

    @Test
    void otherDialectsAreComparedByWhatRemains() {
        Map<String, List<String>> upstream = Map.of(
                "X-RateLimit-Limit", List.of("5"),
                "X-RateLimit-Remaining", List.of("3"),
                "X-RateLimit-Reset", List.of("60"));
        assertThat(fields.merge(OURS, name -> upstream.getOrDefault(name, List.of())))
                .contains(new Field("X-RateLimit-Remaining", "3"), OURS.get(1))
                .hasSize(5);
        Map<String, List<String>> twice = Map.of("X-RateLimit-Remaining", List.of("3", "1"));
        assertThat(fields.merge(OURS, name -> twice.getOrDefault(name, List.of())))
                .isEqualTo(OURS);
        Map<String, List<String>> draft = Map.of("RateLimit", List.of("limit=10, remaining=1, reset=5"));
        assertThat(new UpstreamFields(List.of(Preset.IETF_07))
                        .merge(
                                List.of(new Field("RateLimit", "limit=10, remaining=4, reset=5")),
                                name -> draft.getOrDefault(name, List.of())))
                .containsExactly(new Field("RateLimit", "limit=10, remaining=1, reset=5"));
    }

    @Test
    void whereWeCountNothingTheApplicationsStay() {
        Map<String, List<String>> upstream = Map.of("RateLimit", List.of("\"app\";r=5"));
        assertThat(fields.merge(List.of(), name -> upstream.getOrDefault(name, List.of())))
                .containsExactly(new Field("RateLimit", "\"app\";r=5"));
    }

    @Test
    void namesTheFieldsThatClientsCannotBring() {
        assertThat(fields.names()).contains("RateLimit", "RateLimit-Policy", "X-RateLimit-Remaining");
    }
}
