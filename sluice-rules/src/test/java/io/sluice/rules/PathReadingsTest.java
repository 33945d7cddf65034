package io.sluice.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Store;
import io.sluice.rules.PathReading.Place;
import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which other readings of a path are covered by what counts for the request anyway. */
class PathReadingsTest {
    private static final String RULES = """
            version: 1
            allow: [{ path: /health }]
            deny:  [{ path: /secret/** }]
            rules:
              all:    { limit: 100/s, cost: { /export/**: 10, /profile: 1, otherwise: 5 } }
              admin:  { match: "POST /admin/**", limit: 1/s }
              api:    { match: "/api/**", limit: 1/s }
              hosted: { match: { path: /hosted/**, host: shop.example }, limit: 1/s }
              rest:   { match: otherwise, limit: 1/s }
            """;

    @ParameterizedTest
    @CsvSource({
        "GET,  /x,        /y,          true,  nothing but what counts for all",
        "GET,  /api/x,    /y,          true,  fewer rules",
        "GET,  /y,        /api/x,      false, another rule",
        "GET,  /y,        /admin,      true,  a rule for another method",
        "POST, /y,        /admin,      false, a rule for this method",
        "GET,  /y,        /hosted/x,   true,  a rule for another host",
        "GET,  /y,        /export/all, false, a higher cost",
        "GET,  /profile,  /y,          false, more than the low cost",
        "GET,  /export/a, /profile,    true,  a lower cost",
        "GET,  /health,   /y,          false, an exemption that it has not",
        "GET,  /y,        /health,     true,  an exemption that is not gained",
        "GET,  /health,   /health/.,   false, nearly the same exemption",
        "GET,  /y,        /secret/x,   false, a denial",
        "GET,  /secret/x, /api/x,      true,  anything where it is denied",
    })
    void areCovered(String method, String path, String reading, boolean covered, String because) {
        assertThat(covers(method, path, new PathReading(reading, Place.SPELLING)))
                .as(because)
                .isEqualTo(covered);
    }

    @ParameterizedTest
    @CsvSource({"/api/x, /y, SPELLING, true", "/api/x, /y, OTHER, false", "/y, /z, OTHER, true"})
    void whatIsLeftOverCountsForAnotherResource(String path, String reading, Place place, boolean covered) {
        assertThat(covers("GET", path, new PathReading(reading, place))).isEqualTo(covered);
    }

    private static boolean covers(String method, String path, PathReading reading) {
        RuleFile file = RuleFile.parse(RULES, Path.of("rules.yaml"));
        try (RuleEngine engine = new RuleEngine(Objects.requireNonNull(file.rules()), Store.memory())) {
            return engine.covers(Attributes.of(Map.of("method", method, "path", path)), List.of(reading));
        }
    }
}
