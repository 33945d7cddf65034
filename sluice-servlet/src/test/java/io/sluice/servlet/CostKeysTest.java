package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code cost}: what is left of a hundred permits tells what the requests took. */
class CostKeysTest {
    private static List<String> remaining(String cost, String... visits) throws Exception {
        return costing(cost).remaining(visits);
    }

    private static Behind costing(String cost) {
        return Behind.rule("per: ip, limit: 100/day, cost: " + cost);
    }

    @Test
    @Shows("rules.*.cost")
    void aNumber() throws Exception {
        assertThat(Behind.rule("per: ip, limit: 100/day").remaining("/", "/")).containsExactly("99", "98");
        assertThat(remaining("5", "/", "/")).containsExactly("95", "90");
    }

    @Test
    @Shows({"rules.*.cost.*", "rules.*.cost.otherwise"})
    void byPathPattern() throws Exception {
        String[] visits = {"/api/search", "POST /api/items", "/api/items", "/x"};
        assertThat(remaining("{ /api/**: 10 }", visits)).containsExactly("90", "80", "70", "69");
        assertThat(remaining("{ /api/**: 10, otherwise: 5 }", visits)).containsExactly("90", "80", "70", "65");
        assertThat(remaining("{ /api/**: 10, /api/search: 20, POST /api/items: 0 }", visits))
                .containsExactly("80", "80", "70", "69");
    }

    @Test
    @Shows({"rules.*.cost.header", "rules.*.cost.header+min", "rules.*.cost.header+max", "rules.*.cost.header+otherwise"
    })
    void asAHeaderSays() throws Exception {
        String[] visits = {"/ | X-Cost: 7", "/ | X-Cost: 1", "/ | X-Cost: 30", "/"};
        assertThat(remaining("{ header: X-Cost }", visits)).containsExactly("93", "92", "62", "61");
        assertThat(remaining("{ header: X-Other }", visits)).containsExactly("99", "98", "97", "96");
        assertThat(remaining("{ header: X-Cost, min: 5 }", visits)).containsExactly("93", "88", "58", "53");
        assertThat(remaining("{ header: X-Cost, max: 10 }", visits)).containsExactly("93", "92", "82", "81");
        assertThat(remaining("{ header: X-Cost, otherwise: 3 }", visits)).containsExactly("93", "92", "62", "59");
    }

    @Test
    @Shows({"rules.*.cost.query", "rules.*.cost.query+min", "rules.*.cost.query+max", "rules.*.cost.query+otherwise"})
    void asTheQuerySays() throws Exception {
        String[] visits = {"/?n=7", "/?n=1", "/?n=30", "/"};
        assertThat(remaining("{ query: n }", visits)).containsExactly("93", "92", "62", "61");
        assertThat(remaining("{ query: m }", visits)).containsExactly("99", "98", "97", "96");
        assertThat(remaining("{ query: n, min: 5 }", visits)).containsExactly("93", "88", "58", "53");
        assertThat(remaining("{ query: n, max: 10 }", visits)).containsExactly("93", "92", "82", "81");
        assertThat(remaining("{ query: n, otherwise: 3 }", visits)).containsExactly("93", "92", "62", "59");
    }

    @Test
    @Shows({"rules.*.cost.response-header", "rules.*.cost.estimate", "rules.*.cost.response-header+max"})
    void asTheAnswerSays() throws Exception {
        JettyDoor.Application costing = (request, response) -> {
            response.setHeader("X-Actual-Cost", "20");
            JettyDoor.serve(request, response);
        };
        String[] visits = {"/", "/", "/"};
        assertThat(costing("{ response-header: X-Actual-Cost }")
                        .serving(costing)
                        .remaining(visits))
                .containsExactly("99", "79", "59");
        assertThat(costing("{ response-header: X-Other }").serving(costing).remaining(visits))
                .containsExactly("99", "98", "97");
        assertThat(costing("{ response-header: X-Actual-Cost, estimate: 50 }")
                        .serving(costing)
                        .remaining(visits))
                .containsExactly("50", "30", "10");
        assertThat(costing("{ response-header: X-Actual-Cost, max: 10 }")
                        .serving(costing)
                        .remaining(visits))
                .containsExactly("99", "89", "79");
    }
}
