package io.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.rules.Attribute;
import io.sluice.rules.Cost;
import io.sluice.rules.Per;
import io.sluice.rules.PlanSettings;
import io.sluice.rules.Rule;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Source;
import io.sluice.rules.Source.Fold;
import io.sluice.rules.Source.Trust;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAttributesTest {
    private static final Map<String, Source> IDENTITIES = Map.of(
            "user", new Source.Header("X-User", Trust.TRUSTED_PROXIES, Fold.IGNORE_CASE),
            "api-key", new Source.Header("X-Api-Key", Trust.ANYBODY, Fold.EXACT),
            "session", new Source.Cookie("sid", Fold.EXACT),
            "token", new Source.Query("token", Fold.EXACT));
    private static final PlanSettings PLAN = new PlanSettings(
            new Source.Header("X-Plan", Trust.TRUSTED_PROXIES, Fold.EXACT), null, "free", null, Map.of(), Set.of());

    @Test
    void knowsWhatARequestSays() {
        TestRequest request = TestRequest.get("/Items/42/?limit=7&limit=8")
                .with("Host", "API.example.:8080")
                .with("User-Agent", "curl")
                .with("X-Tag", "a", "b")
                .with("Cookie", "theme=dark; sid=\"s1\"");
        assertThat(get(request, "method")).isEqualTo("GET");
        assertThat(get(request, "path")).isEqualTo("/items/42");
        assertThat(get(request, "host")).isEqualTo("api.example:8080");
        assertThat(get(request, "ip")).isEqualTo("127.0.0.1");
        assertThat(get(request, "header.user-agent")).isEqualTo("curl");
        assertThat(get(request, "header.x-tag")).isEqualTo("a, b");
        assertThat(get(request, "cookie.theme")).isEqualTo("dark");
        assertThat(get(request, "query.limit")).isEqualTo("7");
        assertThat(get(request, "session")).isEqualTo("s1");
        assertThat(get(request, "header.missing")).isNull();
        assertThat(get(request, "query.missing")).isNull();
        assertThat(get(request, "user")).isNull();
        assertThat(get(request, "anything")).isNull();
    }

    @Test
    void aHeaderThatIsThereMayBeEmpty() {
        assertThat(get(TestRequest.get("/").with("X-Empty", ""), "header.x-empty"))
                .isEmpty();
    }

    @Test
    void headIsCountedAsGetUnlessARuleSpeaksOfIt() {
        assertThat(get(TestRequest.of("HEAD", "/"), "method")).isEqualTo("GET");
        assertThat(get(TestRequest.of("delete", "/"), "method")).isEqualTo("DELETE");
    }

    @Test
    void identitiesAreTrimmedAndFolded() {
        assertThat(get(TestRequest.get("/").with("X-User", " Bob@X.io "), "user"))
                .isEqualTo("bob@x.io");
        assertThat(get(TestRequest.get("/").with("X-Api-Key", " Kk "), "api-key"))
                .isEqualTo("Kk");
        assertThat(get(TestRequest.get("/").with("X-Api-Key", "  "), "api-key")).isNull();
    }

    @Test
    void claimsCountFromTrustedProxiesOnly() {
        TestRequest request = TestRequest.get("/?token=t")
                .from("203.0.113.5")
                .with("X-User", "ann")
                .with("X-Plan", "premium")
                .with("X-Api-Key", "k1");
        assertThat(get(request, "user")).isNull();
        assertThat(get(request, "plan")).isNull();
        assertThat(get(request, "api-key")).isEqualTo("k1");
        assertThat(get(request, "token")).isEqualTo("t");
        request.from("127.0.0.1");
        assertThat(get(request, "user")).isEqualTo("ann");
        assertThat(get(request, "plan")).isEqualTo("premium");
    }

    @Test
    void saysWhatIsSaidTwice() {
        assertThat(wrong(TestRequest.get("/").with("X-Api-Key", "a", "b")))
                .isEqualTo("More than one header.x-api-key was sent; send it once.");
        assertThat(wrong(TestRequest.get("/").with("X-Api-Key", "a", "a"))).isNotNull();
        assertThat(wrong(TestRequest.get("/?token=a&token=b"))).contains("query.token");
        assertThat(wrong(TestRequest.get("/?token=a&token=a"))).isNull();
        assertThat(wrong(TestRequest.get("/").with("Cookie", "sid=a", "sid=b"))).contains("cookie.sid");
        assertThat(wrong(TestRequest.get("/").with("X-Cost", "1", "9"))).contains("header.x-cost");
        assertThat(wrong(TestRequest.get("/?shop=1&shop=2"))).contains("query.shop");
        assertThat(wrong(TestRequest.get("/?other=1&other=2").with("X-Other", "1", "2")))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X_Forwarded_For", "x-forwarded_for", "X_Real_IP", "X_Api_Key", "x_user", "X_Plan"})
    void anAliasOfAHeaderThatCountsIsWrong(String name) {
        assertThat(wrong(TestRequest.get("/").with(name, "1.1.1.1")))
                .isEqualTo("The header " + name + " must be written with hyphens.");
    }

    @Test
    void otherUnderscoresAreFine() {
        assertThat(wrong(TestRequest.get("/").with("my_header", "1"))).isNull();
    }

    @Test
    void aValueThatIsTooLongIsWrong() {
        assertThat(wrong(TestRequest.get("/").with("X-Api-Key", "k".repeat(1_024))))
                .isNull();
        assertThat(wrong(TestRequest.get("/").with("X-Api-Key", "k".repeat(10_240))))
                .isEqualTo("The value of header.x-api-key is longer than 1024 characters.");
    }

    @Test
    void anAmbiguousPathIsWrong() {
        assertThat(wrong(TestRequest.get("/a%2Fb"))).isEqualTo("The path can be read in more than one way.");
        assertThat(wrong(TestRequest.of("OPTIONS", "*"))).isNull();
    }

    @Test
    void aPreflightCannotSayWhoAsks() {
        TestRequest question = TestRequest.of("OPTIONS", "/").with("Origin", "https://app.example");
        assertThat(attributes(question).anonymous()).isFalse();
        assertThat(attributes(question.with("Access-Control-Request-Method", "PUT"))
                        .anonymous())
                .isTrue();
    }

    private static String get(TestRequest request, String attribute) {
        return attributes(request).get(Attribute.of(attribute));
    }

    private static String wrong(TestRequest request) {
        try (RuleEngine engine = new RuleEngine(rules(), Store.memory())) {
            return attributes(request).wrong(engine);
        }
    }

    private static HttpAttributes attributes(TestRequest request) {
        return new HttpAttributes(request, new RequestReader(rules(), new ManualClock()));
    }

    private static RuleSet rules() {
        Rule rule = TestRules.costing(
                new Cost.Said(Attribute.of("header.X-Cost"), 1, 100, 1),
                List.of(new Per(List.of(Per.Choice.of(Attribute.of("query.shop"))), Per.OrElse.SKIP)));
        return TestRules.set(TestRules.clients(List.of("127.0.0.0/8"), "x-forwarded-for", 0, IDENTITIES), PLAN, rule);
    }
}
