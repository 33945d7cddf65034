package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys under {@code plan}: the limit that an answer tells is that of the plan that was found. */
class PlanKeysTest {
    private static final String FREE = "1";
    private static final String BASIC = "2";
    private static final String PREMIUM = "3";

    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws Exception {
        Tokens.OURS.writeKeys(folder.resolve("jwks.json"));
        Tokens.OTHERS.writeKeys(folder.resolve("others.json"));
        Files.writeString(folder.resolve("plans.csv"), "k1,premium\n127.0.0.1,basic\n");
        Files.writeString(folder.resolve("cheaper.csv"), "k1,basic\n");
    }

    private String limitOf(String visit, String keys) throws Exception {
        String rules = "plan: { " + keys
                + " }\nrules: { one: { per: ip, limit: { free: 1/day, basic: 2/day, premium: 3/day } } }\n";
        return Behind.rules(rules, folder).headers("X-RateLimit-Limit", visit).get(0);
    }

    private String limitFrom(String source, String visit) throws Exception {
        return limitOf(visit, "default: free, from: { " + source + " }");
    }

    @Test
    @Shows("plan.default")
    void theDefaultIsForThoseOfWhomNothingIsSaid() throws Exception {
        assertThat(limitOf("/", "default: free")).isEqualTo(FREE);
        assertThat(limitOf("/", "default: basic")).isEqualTo(BASIC);
    }

    @Test
    @Shows("plan.anonymous")
    void theAnonymousPlanIsForRequestsWithoutIdentity() throws Exception {
        assertThat(limitOf("/", "default: basic, anonymous: free")).isEqualTo(FREE);
        assertThat(limitOf("/ | X-Api-Key: k1", "default: basic, anonymous: free"))
                .isEqualTo(BASIC);
        assertThat(limitOf("/", "default: basic")).isEqualTo(BASIC);
    }

    @Test
    @Shows("plan.overrides.*")
    void anOverrideGoesBeforeEverything() throws Exception {
        String keys = "default: free, from: { file: cheaper.csv, key: api-key }";
        assertThat(limitOf("/ | X-Api-Key: k1", keys)).isEqualTo(BASIC);
        assertThat(limitOf("/ | X-Api-Key: k1", keys + ", overrides: { 'api-key:k1': premium }"))
                .isEqualTo(PREMIUM);
    }

    @Test
    @Shows({"plan.from.header", "plan.from.cookie", "plan.from.query"})
    void theRequestSaysThePlan() throws Exception {
        assertThat(limitFrom("header: X-Plan, trust: anybody", "/ | X-Plan: premium"))
                .isEqualTo(PREMIUM);
        assertThat(limitFrom("header: X-Other, trust: anybody", "/ | X-Plan: premium"))
                .isEqualTo(FREE);
        assertThat(limitFrom("cookie: plan", "/ | Cookie: plan=premium")).isEqualTo(PREMIUM);
        assertThat(limitFrom("cookie: other", "/ | Cookie: plan=premium")).isEqualTo(FREE);
        assertThat(limitFrom("query: plan", "/?plan=premium")).isEqualTo(PREMIUM);
        assertThat(limitFrom("query: other", "/?plan=premium")).isEqualTo(FREE);
    }

    @Test
    @Shows({"plan.from.trust=anybody", "plan.from.trust=trusted-proxies"})
    void aHeaderIsBelievedFromAnybodyOrFromProxies() throws Exception {
        assertThat(limitFrom("header: X-Plan, trust: anybody", "/ | X-Plan: premium"))
                .isEqualTo(PREMIUM);
        assertThat(limitFrom("header: X-Plan, trust: trusted-proxies", "/ | X-Plan: premium"))
                .isEqualTo(FREE);
    }

    @Test
    @Shows({
        "plan.from.header+case=ignore",
        "plan.from.header+case=sensitive",
        "plan.from.cookie+case=ignore",
        "plan.from.cookie+case=sensitive",
        "plan.from.query+case=ignore",
        "plan.from.query+case=sensitive",
        "plan.from.jwt+case=ignore",
        "plan.from.jwt+case=sensitive"
    })
    void premiumIsPremiumInAnyCaseOrNot() throws Exception {
        bothCases("header: X-Plan, trust: anybody", "/ | X-Plan: Premium");
        bothCases("cookie: plan", "/ | Cookie: plan=Premium");
        bothCases("query: plan", "/?plan=Premium");
        bothCases("jwt: { claim: plan, keys: jwks.json }", bearer("Premium"));
    }

    private void bothCases(String source, String visit) throws Exception {
        assertThat(limitFrom(source + ", case: ignore", visit)).as(source).isEqualTo(PREMIUM);
        assertThat(limitFrom(source + ", case: sensitive", visit)).as(source).isEqualTo(FREE);
    }

    private static String bearer(String plan) throws Exception {
        return "/ | Authorization: Bearer " + Tokens.OURS.token("plan", plan);
    }

    @Test
    @Shows({"plan.from.jwt.claim", "plan.from.jwt.keys", "plan.from.jwt.header"})
    void aTokenSaysThePlan() throws Exception {
        String visit = bearer("premium");
        assertThat(limitFrom("jwt: { claim: plan, keys: jwks.json }", visit)).isEqualTo(PREMIUM);
        assertThat(limitFrom("jwt: { claim: tariff, keys: jwks.json }", visit)).isEqualTo(FREE);
        assertThat(limitFrom("jwt: { claim: plan, keys: others.json }", visit)).isEqualTo(FREE);
        assertThat(limitFrom("jwt: { claim: plan, keys: jwks.json, header: X-Token }", visit))
                .isEqualTo(FREE);
    }

    @Test
    @Shows({"plan.from.file", "plan.from.key"})
    void aFileSaysThePlan() throws Exception {
        String visit = "/ | X-Api-Key: k1";
        assertThat(limitFrom("file: plans.csv, key: api-key", visit)).isEqualTo(PREMIUM);
        assertThat(limitFrom("file: cheaper.csv, key: api-key", visit)).isEqualTo(BASIC);
        assertThat(limitFrom("file: plans.csv, key: ip", visit)).isEqualTo(BASIC);
    }

    @Test
    @Shows("plan.from[]")
    void sourcesAreTriedInTheirOrder() throws Exception {
        String visit = "/?plan=basic | X-Api-Key: k1";
        String file = "{ file: plans.csv, key: api-key }";
        assertThat(limitOf(visit, "default: free, from: [{ query: plan }, " + file + "]"))
                .isEqualTo(BASIC);
        assertThat(limitOf(visit, "default: free, from: [" + file + ", { query: plan }]"))
                .isEqualTo(PREMIUM);
        assertThat(limitOf("/ | X-Api-Key: k1", "default: free, from: [{ query: plan }, " + file + "]"))
                .isEqualTo(PREMIUM);
    }
}
