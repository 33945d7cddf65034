package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code limit} and {@code overrides}: how many pass. */
class LimitKeysTest {
    private static final String[] VISITS = {"/", "/", "+1s", "/", "/"};

    private static List<Integer> limited(String keys) throws Exception {
        return Behind.rule("per: ip, " + keys).statuses(VISITS);
    }

    private static List<Integer> withPlan(String limit, String plan) throws Exception {
        return Behind.rules("plan: { from: { query: plan }, default: free }\nrules: { one: { per: ip, limit: { " + limit
                        + " } } }\n")
                .statuses("/?plan=" + plan, "/?plan=" + plan, "+1s", "/?plan=" + plan);
    }

    @Test
    @Shows("rules.*.limit")
    void soManyPassInAPeriod() throws Exception {
        assertThat(limited("limit: 1/s")).containsExactly(200, 429, 200, 429);
        assertThat(limited("limit: 1/min")).containsExactly(200, 429, 429, 429);
        assertThat(limited("limit: 1/s burst 2")).containsExactly(200, 200, 200, 429);
        assertThat(limited("limit: 2/min sliding-log")).containsExactly(200, 200, 429, 429);
        assertThat(limited("limit: unlimited")).containsExactly(200, 200, 200, 200);
    }

    @Test
    @Shows("rules.*.limit[]")
    void allLimitsOfAListHold() throws Exception {
        assertThat(limited("limit: [2/s]")).containsExactly(200, 200, 200, 200);
        assertThat(limited("limit: [2/s, 3/min]")).containsExactly(200, 200, 200, 429);
    }

    @Test
    @Shows({"rules.*.limit.*", "rules.*.limit.*[]"})
    void eachPlanHasItsLimits() throws Exception {
        String limits = "free: 1/min, basic: [2/s, 2/min], premium: 2/s, staff: unlimited";
        assertThat(withPlan(limits, "free")).containsExactly(200, 429, 429);
        assertThat(withPlan(limits, "basic")).containsExactly(200, 200, 429);
        assertThat(withPlan(limits, "premium")).containsExactly(200, 200, 200);
        assertThat(withPlan(limits, "staff")).containsExactly(200, 200, 200);
        assertThat(withPlan("free: 0/s, otherwise: 1/s", "free")).containsExactly(429, 429, 429);
        assertThat(withPlan("otherwise: 1/s", "free")).containsExactly(200, 429, 200);
    }

    @Test
    @Shows({"rules.*.overrides.*", "rules.*.overrides.*[]"})
    void aClientHasItsOwnLimits() throws Exception {
        assertThat(limited("limit: 1/min")).containsExactly(200, 429, 429, 429);
        assertThat(limited("limit: 1/min, overrides: { 'ip:127.0.0.1': 2/s }")).containsExactly(200, 200, 200, 200);
        assertThat(limited("limit: 1/min, overrides: { 'ip:127.0.0.1': [2/s, 3/min] }"))
                .containsExactly(200, 200, 200, 429);
        assertThat(limited("limit: 1/min, overrides: { 'ip:127.0.0.2': 2/s }")).containsExactly(200, 429, 429, 429);
    }
}
