package io.sluice.http.answer;

import static io.sluice.http.TestRuling.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.http.TestRequest;
import io.sluice.http.TestRules;
import io.sluice.http.TestRuling;
import io.sluice.http.field.Field;
import io.sluice.http.field.Fields;
import io.sluice.http.field.Standing;
import io.sluice.rules.Block;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.rules.WhenLimited;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswersTest {
    private static final Rule SEARCH =
            TestRules.rule("search", new WhenLimited.Refuse(), Map.of(), "https://docs.example/limits", "100/h", "5/s");
    private static final long NOW = Instant.parse("2026-11-19T23:25:00Z").getEpochSecond() * SECOND;

    private final Answers answers = new Answers(Cors.NONE);

    @Test
    void aProblemDocumentByDefault() {
        Answer answer = refused(TestRequest.get("/"), SEARCH);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.field("Cache-Control")).isEqualTo("no-store");
        assertThat(answer.field("Retry-After")).isEqualTo("12");
        assertThat(answer.field("RateLimit")).isEqualTo("\"search\";r=0;t=12");
        assertThat(text(answer))
                .isEqualTo("{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
                        + "\"title\":\"Too Many Requests\",\"status\":429,"
                        + "\"detail\":\"Maximum 100 requests per hour allowed. Try again in 12 s.\","
                        + "\"violated-policies\":[\"search\"],\"rule\":\"search\",\"retryAfterSeconds\":12,"
                        + "\"docs\":\"https://docs.example/limits\"}\n");
    }

    @Test
    void plainJsonHtmlAndTextForThoseWhoLikeThem() {
        assertThat(text(refused(TestRequest.get("/").with("Accept", "application/json"), SEARCH)))
                .isEqualTo("{\"error\":\"Too Many Requests\",\"status\":429,"
                        + "\"message\":\"Maximum 100 requests per hour allowed. Try again in 12 s.\","
                        + "\"rule\":\"search\",\"retryAfterSeconds\":12,\"docs\":\"https://docs.example/limits\"}\n");
        Answer html = refused(TestRequest.get("/").with("Accept", "text/html"), SEARCH);
        assertThat(html.field("content-type")).isEqualTo("text/html; charset=utf-8");
        assertThat(text(html))
                .contains("<p>Maximum 100 requests per hour allowed. Try again in 12 s.</p>")
                .contains("<a href=\"https://docs.example/limits\">");
        assertThat(text(refused(TestRequest.get("/").with("Accept", "text/plain"), SEARCH)))
                .isEqualTo("Maximum 100 requests per hour allowed. Try again in 12 s.\nhttps://docs.example/limits\n");
    }

    @ParameterizedTest
    @CsvSource({
        "1/s, Maximum 1 request per second allowed.",
        "5/15m sliding-log, Maximum 5 requests per 15 minutes allowed.",
        "10/250ms, Maximum 10 requests per 250 ms allowed.",
        "3/7day, Maximum 3 requests per 7 days allowed."
    })
    void theSentenceIsMadeOfTheLimit(String limit, String expected) {
        assertThat(text(refused(TestRequest.get("/"), TestRules.rule("r", limit))))
                .contains(expected);
    }

    @Test
    void whereNoWaitHelpsItSaysSo() {
        Standing never = Standing.of(TestRuling.refused(Long.MAX_VALUE, SECOND, SEARCH));
        assertThat(text(answers.refused(TestRequest.get("/"), never, List.of(), 0)))
                .contains("Trying again will not help.")
                .contains("\"retryAfterSeconds\":null");
    }

    @Test
    void whoIsBlockedIsToldSoAndUntilWhen() {
        Rule rule = blocking(Map.of(), "2/min");
        String sentence = "Blocked for exceeding 2 requests per minute. Try again in 900 s, at 2026-11-19T23:40:00Z.";
        assertThat(blocked(rule, "application/problem+json"))
                .contains("\"detail\":\"" + sentence + "\"")
                .contains("\"retryAfterSeconds\":900,\"blocked\":true,\"blockedUntil\":\"2026-11-19T23:40:00Z\"}");
        assertThat(blocked(rule, "application/json"))
                .contains("\"message\":\"" + sentence + "\"")
                .contains("\"blocked\":true,\"blockedUntil\":\"2026-11-19T23:40:00Z\"}");
        assertThat(blocked(rule, "text/html")).contains("<p>" + sentence + "</p>");
        assertThat(blocked(rule, "text/plain")).isEqualTo(sentence + "\n");
        Answer call = answers.refused(
                TestRequest.of("POST", "/").with("Content-Type", "application/grpc"),
                blockedStanding(rule),
                List.of(),
                NOW);
        assertThat(call.field("grpc-message")).isEqualTo(sentence);
    }

    /** By an administrator: nothing was exceeded. */
    @Test
    void aRuleThatBlocksNobodyIsNotGivenAsTheReason() {
        assertThat(blocked(TestRules.rule("r", "2/min"), "text/plain"))
                .isEqualTo("Blocked. Try again in 900 s, at 2026-11-19T23:40:00Z.\n");
    }

    @Test
    void aRulesOwnMessageMaySayItToo() {
        Rule rule = blocking(Map.of("", "{{blocked}} until {{blockedUntil}}"), "2/min");
        assertThat(blocked(rule, "text/plain")).isEqualTo("true until 2026-11-19T23:40:00Z\n");
        assertThat(text(refused(TestRequest.get("/").with("Accept", "text/plain"), rule)))
                .isEqualTo("false until \n");
    }

    private String blocked(Rule rule, String accept) {
        return text(
                answers.refused(TestRequest.get("/").with("Accept", accept), blockedStanding(rule), List.of(), NOW));
    }

    private static Standing blockedStanding(Rule rule) {
        Ruling refused = TestRuling.refused(SECOND, SECOND, rule);
        Decision decision = Decision.blocked(refused.decision().binding(), 900 * SECOND - 1);
        return Standing.of(new TestRuling(Ruling.Outcome.REFUSED, rule, decision, refused.counted(), 0));
    }

    private static Rule blocking(Map<String, String> message, String limit) {
        Rule rule = TestRules.rule("login", new WhenLimited.Refuse(), message, null, limit);
        return new Rule(
                rule.name(),
                rule.match(),
                rule.per(),
                rule.limits(),
                rule.overrides(),
                rule.cost(),
                rule.whenLimited(),
                new Block(Duration.ofMinutes(15), 1, Duration.ofMinutes(15)),
                rule.mode(),
                rule.priority(),
                rule.active(),
                rule.enforced(),
                rule.docs(),
                rule.message());
    }

    @Test
    void aRulesOwnMessageInTheClientsLanguage() {
        Rule rule = TestRules.rule(
                "r",
                new WhenLimited.Refuse(),
                Map.of("", "Wait {{retryAfterSeconds}} s", "de", "Warten Sie {{retryAfterSeconds}} s"),
                null,
                "1/s");
        assertThat(text(refused(TestRequest.get("/").with("Accept-Language", "de-AT"), rule)))
                .contains("\"detail\":\"Warten Sie 12 s\"");
        assertThat(text(refused(TestRequest.get("/"), rule))).contains("\"detail\":\"Wait 12 s\"");
    }

    @Test
    void anotherStatusWithAPreparedBody() {
        WhenLimited.Body body = new WhenLimited.Body(
                Path.of("over.json"),
                "application/json",
                "{\"code\":\"{{rule}}\",\"left\":{{remaining}},\"of\":{{limit}},\"wait\":{{retryAfterSeconds}},\"say\":\"{{message}}\"}");
        Rule rule = TestRules.rule("r", new WhenLimited.Status(403, body), Map.of("", "say \"no\""), null, "7/s");
        Answer answer = refused(TestRequest.get("/").with("Accept", "text/html"), rule);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.field("Content-Type")).isEqualTo("application/json");
        assertThat(answer.field("Retry-After")).isEqualTo("12");
        assertThat(text(answer))
                .isEqualTo("{\"code\":\"r\",\"left\":0,\"of\":7,\"wait\":12,\"say\":\"say \\\"no\\\"\"}");
    }

    @Test
    void anotherStatusWithTheUsualBody() {
        Answer answer = refused(
                TestRequest.get("/"), TestRules.rule("r", new WhenLimited.Status(503, null), Map.of(), null, "1/s"));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(text(answer)).contains("\"status\":503");
    }

    @Test
    void aDecoyLooksLikeTheRealThing() {
        WhenLimited.Decoy decoy =
                new WhenLimited.Decoy(new WhenLimited.Body(Path.of("d"), "application/json", "{\"a\":\"{{rule}}\"}"));
        Answer answer = answers.decoy(TestRequest.get("/"), decoy);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer)).isEqualTo("{\"a\":\"{{rule}}\"}");
        assertThat(answer.fields().stream().map(Field::name)).containsExactly("Content-Type", "Cache-Control");
    }

    @Test
    void headHasNoBody() {
        Answer answer = refused(TestRequest.of("HEAD", "/"), SEARCH);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.field("Retry-After")).isEqualTo("12");
    }

    @Test
    void deniedAndBadRequestsTellNothingOfLimits() {
        Answer denied = answers.denied(TestRequest.get("/"));
        assertThat(denied.status()).isEqualTo(403);
        assertThat(text(denied)).contains("\"title\":\"Forbidden\"").doesNotContain("retryAfterSeconds");
        Answer bad = answers.badRequest(TestRequest.get("/").with("Accept", "text/plain"), "Twice.");
        assertThat(bad.status()).isEqualTo(400);
        assertThat(text(bad)).isEqualTo("Twice.\n");
    }

    @Test
    void scriptsMayReadTheFieldsOfAnswersTheyMayRead() {
        TestRequest request = TestRequest.get("/").with("Origin", "https://app.example");
        Answer plain = refused(request, SEARCH);
        assertThat(plain.field("Access-Control-Expose-Headers")).isEqualTo("Retry-After, RateLimit-Policy, RateLimit");
        assertThat(plain.field("Access-Control-Allow-Origin")).isNull();
        Answers open = new Answers(new Cors(Set.of("https://app.example")));
        Answer welcome = open.refused(request, standing(SEARCH), List.of(), 0);
        assertThat(welcome.field("Access-Control-Allow-Origin")).isEqualTo("https://app.example");
        assertThat(welcome.field("Access-Control-Allow-Credentials")).isEqualTo("true");
        assertThat(welcome.field("Vary")).isEqualTo("Origin");
        Answer stranger = open.refused(
                TestRequest.get("/").with("Origin", "https://evil.example"), standing(SEARCH), List.of(), 0);
        assertThat(stranger.field("Access-Control-Allow-Origin")).isNull();
        assertThat(refused(TestRequest.get("/"), SEARCH).field("Access-Control-Expose-Headers"))
                .isNull();
    }

    private Answer refused(TestRequest request, Rule rule) {
        Standing standing = standing(rule);
        return answers.refused(request, standing, Fields.of(List.of("ietf")).of(standing, 0), 0);
    }

    private static Standing standing(Rule rule) {
        return Standing.of(TestRuling.refused(12 * SECOND, 60 * SECOND, rule));
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void underAnotherStatusTheDocumentTellsThatOne() {
        Answer refused = refused(TestRequest.get("/"), SEARCH);
        Answer other = refused.under(403);
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.fields()).isEqualTo(refused.fields());
        assertThat(text(other))
                .isEqualTo(
                        text(refused).replace("Too Many Requests\",\"status\":429", "Quota Exceeded\",\"status\":403"));
        assertThat(text(other.under(429))).isEqualTo(text(refused));
        assertThat(refused.under(429)).isSameAs(refused);
        assertThat(text(refused(TestRequest.get("/").with("Accept", "application/json"), SEARCH)
                        .under(401)))
                .contains("\"status\":401");
    }

    @Test
    void withoutATypeTheTitleIsWhatTheStatusIsCalled() {
        Answer denied = answers.denied(TestRequest.get("/"));
        assertThat(text(denied.under(401))).contains("\"title\":\"Unauthorized\",\"status\":401");
        assertThat(text(denied.under(499))).contains("\"title\":\"Forbidden\",\"status\":499");
    }
}
