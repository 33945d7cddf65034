package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client of HTTP/2 sees, whichever protocol the application behind speaks. */
@ParameterizedClass
@EnumSource
class Http2GatewayTest extends BeforeEither {
    @Test
    void allowedAnswersCarryTheFieldsAndRefusedOnesTellWhy() throws Exception {
        open(TWO);
        FrameAnswer allowed = client.get("/").whole();
        assertThat(allowed.status()).isEqualTo(200);
        assertThat(allowed.text()).isEqualTo("served");
        assertThat(allowed.headers("ratelimit")).containsExactly("\"two\";r=1;t=30");
        assertThat(allowed.headers("x-ratelimit-remaining")).containsExactly("1");
        client.get("/").whole();
        FrameAnswer refused = client.get("/").whole();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("retry-after")).isEqualTo("30");
        assertThat(refused.text()).contains("Maximum 2 requests per minute allowed.");
        assertThat(scene.upstream.told).containsExactly("succeeded 200", "succeeded 200");
        assertThat(scene.log.lines)
                .containsExactly(
                        "GET / 200 0 6 HTTP/2 target",
                        "GET / 200 0 6 HTTP/2 target",
                        "GET / 429 0 " + refused.size() + " HTTP/2 -");
    }

    @Test
    void theApplicationLearnsWhereARequestComesFrom() throws Exception {
        open(FREE);
        String lines = client.get(
                        "/headers?a=b",
                        "x-forwarded-for",
                        "6.6.6.6",
                        "forwarded",
                        "for=6.6.6.6",
                        "x-ratelimit-reduced",
                        "true",
                        "cookie",
                        "a=1",
                        "cookie",
                        "b=2",
                        "te",
                        "trailers",
                        "x-own",
                        "kept")
                .whole()
                .text();
        assertThat(lines.lines())
                .contains(
                        "host: localhost",
                        "x-forwarded-for: 127.0.0.1",
                        "x-forwarded-host: localhost",
                        "x-forwarded-proto: http",
                        "cookie: a=1; b=2",
                        "x-own: kept")
                .noneMatch(
                        line -> line.startsWith("forwarded:") || line.contains("6.6.6.6") || line.contains("reduced"));
        assertThat(application.seen).containsExactly("GET /headers?a=b");
    }

    @Test
    void whatAClientSaysOfItsLimitsIsNotPassedOn() throws Exception {
        open(FREE);
        String lines = client.get(
                        "/headers",
                        "x-ratelimit-remaining",
                        "999",
                        "ratelimit",
                        "999",
                        "x-envoy-ratelimited",
                        "999",
                        "proxy-authorization",
                        "Basic 999",
                        "x-own",
                        "kept")
                .whole()
                .text();
        assertThat(lines.lines()).contains("x-own: kept").noneMatch(line -> line.contains("999"));
    }

    @Test
    void bodiesComeThroughWholeBothWays() throws Exception {
        open(FREE);
        byte[] sent = ApplicationHandler.bytes(3_000_000);
        FrameAnswer hash = client.request("POST", "/hash", 0);
        client.body(hash, sent);
        assertThat(hash.whole().text())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(sent)));
        FrameAnswer bytes = client.get("/bytes/3000000");
        client.window(0, 10_000_000);
        client.window(bytes.stream, 10_000_000);
        assertThat(bytes.whole().bytes()).isEqualTo(sent);
        assertThat(scene.log.lines)
                .containsExactly(
                        "POST /hash 200 3000000 64 HTTP/2 target", "GET /bytes/3000000 200 0 3000000 HTTP/2 target");
    }

    @Test
    void trailersComeThroughBothWays() throws Exception {
        open(FREE);
        FrameAnswer echo = client.request("POST", "/echo", 0, "te", "trailers", "trailer", "x-sum");
        client.data(echo.stream, "hello".getBytes(StandardCharsets.US_ASCII), 0);
        client.trailers(echo.stream, "x-sum", "42");
        echo.whole();
        assertThat(echo.text()).isEqualTo("hello");
        assertThat(echo.heads).hasSize(2);
        assertThat(echo.last().get("x-end")).hasToString("yes");
        assertThat(echo.last().get("x-sum")).hasToString("42");
    }

    @Test
    void anAnswerBeforeTheAnswerIsPassedOn() throws Exception {
        open(TWO);
        FrameAnswer early = client.get("/early").whole();
        assertThat(early.heads).hasSize(2);
        assertThat(early.status()).isEqualTo(103);
        assertThat(early.header("link")).isEqualTo("</style.css>");
        assertThat(early.last().status()).hasToString("200");
        assertThat(early.last().get("x-ratelimit-remaining")).hasToString("1");
    }

    @Test
    void answersWithoutBodyEndWithTheirHead() throws Exception {
        open(FREE);
        FrameAnswer empty = client.get("/empty").whole();
        assertThat(empty.status()).isEqualTo(204);
        FrameAnswer head = client.request("HEAD", "/", FrameClient.END_STREAM).whole();
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.size()).isZero();
        assertThat(client.get("/").whole().text()).isEqualTo("served");
    }

    @Test
    void fieldsOfTheApplicationAreMergedAndTheStricterWin() throws Exception {
        open("headers: [x-ratelimit]\n" + TWO);
        FrameAnswer answer = client.get("/fields").whole();
        assertThat(answer.headers("x-ratelimit-remaining")).containsExactly("0");
        assertThat(answer.headers("x-ratelimit-limit")).containsExactly("9");
    }

    @Test
    void strangersDoNotLearnHowSomebodyStands() throws Exception {
        open("rules:\n  keys: { per: api-key, limit: 5/min }\n");
        FrameAnswer answer = client.get("/private", "x-api-key", "guess").whole();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headers("ratelimit")).isEmpty();
    }

    @Test
    void theAnswerSaysWhatARequestCost() throws Exception {
        open(
                "headers: [ietf]\nrules:\n  costly: { per: ip, limit: 10/min, cost: { response-header: X-Actual-Cost } }\n");
        assertThat(client.get("/fields").whole().header("ratelimit")).contains("r=9");
        assertThat(client.get("/fields").whole().header("ratelimit")).contains("r=2");
    }

    @Test
    void aReducedRequestIsMarked() throws Exception {
        open("rules:\n  feed: { per: ip, limit: 1/min, when-limited: { reduced: { extra: 1 } } }\n");
        assertThat(client.get("/headers").whole().text()).doesNotContain("x-ratelimit-reduced");
        assertThat(client.get("/headers").whole().text()).contains("x-ratelimit-reduced: true");
        assertThat(client.get("/headers").whole().status()).isEqualTo(429);
    }

    @Test
    void aDelayedRequestGoesOnWhenItsTimeHasCome() throws Exception {
        open("rules:\n  queue: { per: ip, limit: 1/s leaky-queue 3, when-limited: delay }\n");
        client.get("/").whole();
        FrameAnswer second = client.get("/");
        FrameClient.await("an alarm", () -> scene.path.waiting().availablePermits() < 10_000);
        assertThat(second.ended).isFalse();
        passTimeUntilAnswered(second);
        assertThat(second.status()).isEqualTo(200);
        assertThat(scene.path.waiting().availablePermits()).isEqualTo(10_000);
    }

    @Test
    void theApplicationIsToldByWhatTheClientCameAndNotWhatItSays() throws Exception {
        open(FREE);
        FrameAnswer answer = client.raw(
                FrameClient.END_STREAM,
                ":method",
                "GET",
                ":scheme",
                "https",
                ":authority",
                "localhost",
                ":path",
                "/headers");
        assertThat(answer.whole().text().lines()).contains("x-forwarded-proto: http");
    }
}
