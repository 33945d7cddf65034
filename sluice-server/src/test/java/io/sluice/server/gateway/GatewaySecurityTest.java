package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.http.Door;
import io.sluice.testkit.http.RawHttp;
import io.sluice.testkit.http.SecurityCases;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every door must withstand, and what only a gateway can show of it. */
class GatewaySecurityTest extends SecurityCases {
    private static final GatewayTimes SHORT = new GatewayTimes(500, 500, 20_000, 1_000, 500);

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @Override
    protected Door open(String rules) {
        RawUpstream application = RawUpstream.start(GatewaySecurityTest::serve);
        GatewayScene scene =
                GatewayScene.inFrontOf(application).rules(rules).times(SHORT).start();
        return new Door() {
            @Override
            public int port() {
                return scene.port();
            }

            @Override
            public int served() {
                return application.requests.size();
            }

            @Override
            public void close() {
                scene.close();
            }
        };
    }

    private static boolean serve(RawUpstream.Request request) throws java.io.IOException {
        request.body();
        return request.line().contains(" /private")
                ? request.answer("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")
                : request.ok("served");
    }

    private static String limit(int permits) {
        return "version: 1\nrules:\n  all: { per: ip, limit: " + permits + "/day }\n";
    }

    @Test
    void connectionCannotStripWhatTheGatewaySays_6() throws Exception {
        RawUpstream application = RawUpstream.start(GatewaySecurityTest::serve);
        try (GatewayScene scene = GatewayScene.inFrontOf(application).start()) {
            scene.client().get("/", "Connection: X-Forwarded-For, X-Forwarded-Host", "X-Forwarded-For: 6.6.6.6");
            assertThat(application.requests.get(0).headers("X-Forwarded-For")).containsExactly("127.0.0.1");
            assertThat(application.requests.get(0).headers("X-Forwarded-Host")).containsExactly("localhost");
        }
    }

    @Test
    void theGatewayOwnsForwardingHeaders_8() throws Exception {
        RawUpstream application = RawUpstream.start(GatewaySecurityTest::serve);
        try (GatewayScene scene = GatewayScene.inFrontOf(application).start()) {
            scene.client().get("/", "Forwarded: for=1.1.1.1", "X-Forwarded-For: 1.1.1.1", "X-Real-IP: 1.1.1.1");
            assertThat(application.requests.get(0).head())
                    .doesNotContain("1.1.1.1")
                    .contains("127.0.0.1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST / HTTP/1.0\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
                "\u0001GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            })
    void ambiguousFramingIsRefusedClosedAndNeverPassedOn_19(String request) throws Exception {
        RawUpstream application = RawUpstream.start(GatewaySecurityTest::serve);
        try (GatewayScene scene = GatewayScene.inFrontOf(application)
                        .rules(limit(1))
                        .times(SHORT)
                        .start();
                RawClient client = scene.connect()) {
            client.send(request + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.reply().status()).isEqualTo(400);
            assertThat(client.rest()).isEmpty();
            assertThat(application.requests).isEmpty();
            assertThat(scene.client().get("/").status())
                    .as("no permit was taken")
                    .isEqualTo(200);
        }
    }

    @Test
    void slowClientsAreGivenUpInEveryPhase_20() throws Exception {
        RawHttp client = behind(limit(2));
        assertSlow(client, "", "");
        assertSlow(client, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "408");
        assertSlow(client, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhel", "408");
        assertThat(client.get("/").status()).as("the first two held no permit").isEqualTo(200);
    }

    private static void assertSlow(RawHttp client, String sent, String answer) throws Exception {
        try (Socket slow = client.send(sent)) {
            assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains(answer)
                    .doesNotContain("200 OK");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 0})
    void upstreamFieldsAreMergedAndTheStricterKept_25(long theirs) throws Exception {
        RawUpstream application = RawUpstream.start(request -> request.answer(
                "HTTP/1.1 200 OK\r\nRateLimit-Policy: \"app\";q=10;w=60\r\nRateLimit: \"app\";r=" + theirs
                        + ";t=3\r\nX-RateLimit-Limit: 10\r\nX-RateLimit-Remaining: " + theirs
                        + "\r\nX-RateLimit-Reset: 3\r\nX-RateLimit-Custom: kept\r\nContent-Length: 0\r\n\r\n"));
        try (GatewayScene scene =
                        GatewayScene.inFrontOf(application).rules(limit(3)).start();
                RawClient client = scene.connect()) {
            RawClient.Reply reply = client.get("/");
            assertThat(lines(reply, "RateLimit:")).isEqualTo(1);
            assertThat(lines(reply, "RateLimit-Policy:")).isEqualTo(1);
            assertThat(lines(reply, "X-RateLimit-Remaining:")).isEqualTo(1);
            assertThat(reply.has("X-RateLimit-Remaining: " + Math.min(2, theirs)))
                    .isTrue();
            assertThat(reply.head()).contains(theirs < 2 ? "\"app\";r=0" : "\"all\";r=2");
            assertThat(reply.has("X-RateLimit-Custom: kept")).isTrue();
        }
    }

    private static long lines(RawClient.Reply reply, String start) {
        return reply.head().lines().filter(line -> line.startsWith(start)).count();
    }
}
