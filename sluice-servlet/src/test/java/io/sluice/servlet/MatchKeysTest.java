package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code match} and {@code per}: which requests a rule counts, and which of them together. Every rule here lets nothing or one pass. */
class MatchKeysTest {
    private static List<Integer> matching(String match, String... visits) throws Exception {
        return Behind.rule("limit: 0/day, match: " + match).statuses(visits);
    }

    private static List<Integer> counting(String per, String... visits) throws Exception {
        return Behind.rule("match: '/items/{id}', limit: 1/day, per: " + per).statuses(visits);
    }

    @Test
    @Shows("rules.*.match")
    void aRuleIsAboutMethodsAndPaths() throws Exception {
        String[] visits = {"POST /login", "GET /login", "POST /api/login"};
        assertThat(Behind.rule("limit: 0/day").statuses(visits)).containsExactly(429, 429, 429);
        assertThat(matching("/login", visits)).containsExactly(429, 429, 200);
        assertThat(matching("POST /login", visits)).containsExactly(429, 200, 200);
        assertThat(matching("POST|PUT /**", visits)).containsExactly(429, 200, 429);
    }

    @Test
    @Shows("rules.*.match")
    void otherwiseIsWhatNoOtherRuleMatched() throws Exception {
        String rules = "rules:\n  api: { match: /api/**, limit: 9/day }\n  rest: { match: %s, limit: 0/day }\n";
        assertThat(Behind.rules(rules.formatted("otherwise")).statuses("/api", "/x"))
                .containsExactly(200, 429);
        assertThat(Behind.rules(rules.formatted("/**")).statuses("/api", "/x")).containsExactly(429, 429);
    }

    @Test
    @Shows("rules.*.match.path")
    void aPathPattern() throws Exception {
        String[] visits = {"/api", "/api/items", "/api/items/1", "/x"};
        assertThat(matching("{ path: /api/** }", visits)).containsExactly(429, 429, 429, 200);
        assertThat(matching("{ path: /api/* }", visits)).containsExactly(200, 429, 200, 200);
        assertThat(matching("{ path: '/api/{kind}/{id}' }", visits)).containsExactly(200, 200, 429, 200);
    }

    @Test
    @Shows({"rules.*.match.method", "rules.*.match.method[]"})
    void aMethodOrSeveral() throws Exception {
        String[] visits = {"GET /", "PUT /", "POST /"};
        assertThat(matching("{ method: PUT }", visits)).containsExactly(200, 429, 200);
        assertThat(matching("{ method: [PUT, POST] }", visits)).containsExactly(200, 429, 429);
    }

    @Test
    @Shows({"rules.*.match.ip", "rules.*.match.ip[]"})
    void aNetworkOrSeveral() throws Exception {
        String[] visits = {"127.0.0.1 /", "127.0.0.2 /", "127.0.0.4 /"};
        assertThat(matching("{ ip: 127.0.0.2/31 }", visits)).containsExactly(200, 429, 200);
        assertThat(matching("{ ip: [127.0.0.2/31, 127.0.0.4] }", visits)).containsExactly(200, 429, 429);
    }

    @Test
    @Shows({"rules.*.match.*", "rules.*.match.*[]"})
    void anyAttributeByGlobs() throws Exception {
        String[] visits = {"/ | User-Agent: SomeBot/1", "/ | User-Agent: curl/8", "/"};
        assertThat(matching("{ header.user-agent: '*bot*' }", visits)).containsExactly(429, 200, 200);
        assertThat(matching("{ header.user-agent: ['*bot*', 'curl/?'] }", visits))
                .containsExactly(429, 429, 200);
        assertThat(matching("{ host: local* }", "/")).containsExactly(429);
        assertThat(matching("{ host: '*.example' }", "/")).containsExactly(200);
        assertThat(matching("{ cookie.beta: '*' }", "/ | Cookie: beta=1", "/")).containsExactly(429, 200);
        assertThat(matching("{ query.dry: '*' }", "/?dry=1", "/")).containsExactly(429, 200);
    }

    @Test
    @Shows("rules.*.per")
    void sameValuesShareACounter() throws Exception {
        String[] visits = {"127.0.0.1 /items/1", "127.0.0.2 /items/1", "127.0.0.2 /items/2"};
        assertThat(counting("global", visits)).containsExactly(200, 429, 429);
        assertThat(counting("ip", visits)).containsExactly(200, 200, 429);
        assertThat(counting("id", visits)).containsExactly(200, 429, 200);
        assertThat(counting("endpoint", visits)).containsExactly(200, 429, 429);
        assertThat(counting("ip/24", visits)).containsExactly(200, 429, 429);
    }

    @Test
    @Shows("rules.*.per")
    void whatIsMissingFallsBackOrLeavesTheRuleOut() throws Exception {
        String[] visits = {"/items/1 | X-Api-Key: a", "/items/1 | X-Api-Key: b", "/items/1", "/items/1"};
        assertThat(counting("api-key", visits)).containsExactly(200, 200, 200, 429);
        assertThat(counting("api-key or skip", visits)).containsExactly(200, 200, 200, 200);
        assertThat(counting("header.x-device or api-key or ip", visits)).containsExactly(200, 200, 200, 429);
    }

    @Test
    @Shows("rules.*.per[]")
    void severalValuesTogether() throws Exception {
        String[] visits = {"127.0.0.1 /items/1", "127.0.0.2 /items/1", "127.0.0.2 /items/2", "127.0.0.2 /items/2"};
        assertThat(counting("[ip, id]", visits)).containsExactly(200, 200, 200, 429);
        assertThat(counting("[ip]", visits)).containsExactly(200, 200, 429, 429);
    }
}
