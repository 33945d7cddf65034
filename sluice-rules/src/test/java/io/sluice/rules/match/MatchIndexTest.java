package io.sluice.rules.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.rules.Attribute;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.match.Match.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchIndexTest {
    private static Match some(@Nullable String path, Set<String> methods, Condition... conditions) {
        return new Match(Scope.SOME, methods, path == null ? null : PathPattern.parse(path), List.of(conditions));
    }

    private static Condition condition(String attribute, String... globs) {
        return new Condition(Attribute.of(attribute), List.of(globs));
    }

    private static List<Integer> found(List<Match> matches, Map<String, String> request) {
        MatchIndex index = MatchIndex.of(matches, i -> true, PathSettings.DEFAULT);
        long[] bits = new long[MatchIndex.words(matches.size())];
        index.find(Attributes.of(request), bits, new Walk());
        if (!index.anySome(bits)) {
            index.addOtherwise(bits);
        }
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < matches.size(); i++) {
            if ((bits[i >> 6] >>> i & 1) == 1) {
                all.add(i);
            }
        }
        return all;
    }

    @Test
    void findsInTheOrderOfTheFile() {
        List<Match> matches = List.of(
                some("/b", Set.of()), Match.EVERYTHING, some("/**", Set.of()), some("/a", Set.of()), Match.OTHERWISE);
        assertThat(found(matches, Map.of("path", "/a"))).containsExactly(1, 2, 3);
        assertThat(found(matches, Map.of("path", "/b"))).containsExactly(0, 1, 2);
        assertThat(found(matches, Map.of())).containsExactly(1, 4);
    }

    @Test
    void findsBeyondTheFirstWord() {
        List<Match> matches = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            matches.add(some("/p" + i + "/**", Set.of()));
        }
        matches.add(Match.EVERYTHING);
        matches.add(Match.OTHERWISE);
        assertThat(found(matches, Map.of("path", "/p150/x"))).containsExactly(150, 200);
        assertThat(found(matches, Map.of("path", "/q"))).containsExactly(200, 201);
    }

    @Test
    void looksAtConditionsBeyondTheFirstWord() {
        List<Match> matches = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            matches.add(some("/**", Set.of(i == 70 ? "PUT" : "GET")));
        }
        assertThat(found(matches, Map.of("path", "/x", "method", "PUT"))).containsExactly(70);
        assertThat(found(matches, Map.of("path", "/x", "method", "GET")))
                .hasSize(99)
                .doesNotContain(70);
    }

    @Test
    void wordsHoldAllBits() {
        assertThat(List.of(0, 1, 64, 65, 128, 129)).map(MatchIndex::words).containsExactly(1, 1, 1, 2, 2, 3);
    }

    @Test
    void leavesOverWhatOnlyOthersMatched() {
        List<Match> matches = List.of(some("/a", Set.of()), some("/a", Set.of()));
        MatchIndex index = MatchIndex.of(matches, i -> i == 1, PathSettings.DEFAULT);
        assertThat(index.anySome(new long[] {0b01})).isFalse();
        assertThat(index.anySome(new long[] {0b10})).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"GET, true", "HEAD, true", "POST, false", "get, false", "OPTIONS, false"})
    void takesHeadForGet(String method, boolean taken) {
        assertThat(found(List.of(some("/", Set.of("GET"))), Map.of("path", "/", "method", method)))
                .hasSize(taken ? 1 : 0);
    }

    @Test
    void takesOnlyTheMethodsNamed() {
        List<Match> matches = List.of(some(null, Set.of("PUT", "POST")));
        assertThat(found(matches, Map.of("method", "POST"))).hasSize(1);
        assertThat(found(matches, Map.of("method", "HEAD"))).isEmpty();
        assertThat(found(matches, Map.of())).isEmpty();
    }

    @Test
    void asksForAllConditionsAndAnyGlobOfEach() {
        List<Match> matches = List.of(
                some("/c", Set.of(), condition("header.User-Agent", "*bot*", "*spider*"), condition("query.q", "*")));
        assertThat(found(matches, Map.of("path", "/c", "header.user-agent", "Spider", "query.q", "")))
                .hasSize(1);
        assertThat(found(matches, Map.of("path", "/c", "header.user-agent", "Spider")))
                .isEmpty();
        assertThat(found(matches, Map.of("path", "/c", "header.user-agent", "curl", "query.q", "x")))
                .isEmpty();
        assertThat(found(matches, Map.of("path", "/d", "header.user-agent", "Bot", "query.q", "x")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "host, *.example.com, api.EXAMPLE.com,       true",
        "host, *.example.com, api.example.com:8080,  true",
        "host, *.example.com, api.example.org,       false",
        "host, a.example.com, a.example.com.,        true",
        "host, a.example.com, a.example.com.:8080,   true",
        "host, a.example.com., a.example.com,        true",
        "host, a.example.com, a.example.com..,       false",
        "host, a.com:80,      a.com.:80,             true",
        "host, example.com:80, example.com:80,       true",
        "host, example.com:80, example.com:81,       false",
        "host, '[::1]',       '[::1]:80',            true",
        "host, '[::1]:80',    '[::1]',               false",
        "header.x, ABC,       abc,                   true",
        "query.x, ABC,        abc,                   false",
        "cookie.x, a?c,       abc,                   true",
        "tenant, acme-*,      acme-1,                true",
        "ip,   192.0.2.0/24,  192.0.2.77,            true",
        "ip,   192.0.2.0/24,  192.0.3.77,            false",
        "ip,   192.0.2.0/24,  nonsense,              false",
        "ip,   2001:db8::/32, 2001:db8:1::1,         true",
        "path, /a/**,         /a/b,                  true",
        "path, /a/**,         /b,                    false"
    })
    void comparesEachAttributeInItsWay(String attribute, String glob, String value, boolean holds) {
        Requirement requirement = Requirement.of(condition(attribute, glob), PathSettings.DEFAULT);
        assertThat(requirement.holds(Attributes.of(Map.of(attribute, value)))).isEqualTo(holds);
        assertThat(requirement).hasToString(attribute + " is not " + glob);
    }

    @Test
    void refusesMalformedConditions() {
        assertThatThrownBy(() -> Requirement.of(condition("path", "a"), PathSettings.DEFAULT))
                .hasMessageContaining("begins with /");
        assertThatThrownBy(() -> Requirement.of(condition("ip", "192.0.2.1/24"), PathSettings.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void saysWhatIsMissing() {
        Match match = some("/a", Set.of("PUT", "POST"), condition("host", "x"));
        Matcher matcher = new Matcher(match, PathSettings.DEFAULT);
        assertThat(matcher.missing(Attributes.of(Map.of("method", "GET")))).isEqualTo("the method is not POST or PUT");
        assertThat(matcher.missing(Attributes.of(Map.of("method", "PUT")))).isEqualTo("host is not x");
        assertThat(matcher.missing(Attributes.of(Map.of("method", "PUT", "host", "x"))))
                .isEmpty();
    }
}
