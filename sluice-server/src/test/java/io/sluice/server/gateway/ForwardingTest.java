package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a target is told about a request, and what it is not. */
class ForwardingTest {
    private static final String ANSWER =
            "HTTP/1.1 200 OK\r\nConnection: X-Hop, close\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\nX-End: 1\r\nContent-Length: 0\r\n\r\n";

    private final RawUpstream upstream = RawUpstream.start(request -> request.answer(ANSWER));
    private final GatewayScene scene = GatewayScene.inFrontOf(upstream);

    @AfterEach
    void close() {
        scene.close();
    }

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private RawUpstream.Request seen(String... lines) throws Exception {
        scene.start();
        scene.client().get("/", lines);
        return upstream.requests.get(0);
    }

    private GatewayScene trusting() {
        return scene.rules("""
                version: 1
                clients:
                  ip: { trusted-proxies: [127.0.0.0/8] }
                rules:
                  idle: { match: /never, per: ip, limit: 1/day }
                """);
    }

    @Test
    void forwardingHeadersOfStrangersAreReplaced() throws Exception {
        RawUpstream.Request seen = seen(
                "X-Forwarded-For: 6.6.6.6",
                "X-Forwarded-Proto: https",
                "X-Forwarded-Host: evil",
                "X-Forwarded-Port: 1",
                "X-Forwarded-Prefix: /x",
                "X-Real-IP: 6.6.6.6",
                "Forwarded: for=6.6.6.6");
        assertThat(seen.headers("X-Forwarded-For")).containsExactly("127.0.0.1");
        assertThat(seen.headers("X-Forwarded-Proto")).containsExactly("http");
        assertThat(seen.headers("X-Forwarded-Host")).containsExactly("localhost");
        assertThat(seen.headers("X-Forwarded-Port")).isEmpty();
        assertThat(seen.headers("X-Forwarded-Prefix")).isEmpty();
        assertThat(seen.headers("X-Real-IP")).isEmpty();
        assertThat(seen.headers("Forwarded")).isEmpty();
    }

    @Test
    void thoseOfTrustedProxiesAreKeptAndAppendedTo() throws Exception {
        trusting();
        RawUpstream.Request seen = seen(
                "X-Forwarded-For: 6.6.6.6",
                "X-Forwarded-For: 7.7.7.7, 8.8.8.8",
                "X-Forwarded-Proto: https",
                "X-Forwarded-Host: shop.example",
                "X-Real-IP: 6.6.6.6",
                "Forwarded: for=6.6.6.6");
        assertThat(seen.headers("X-Forwarded-For")).containsExactly("6.6.6.6, 7.7.7.7, 8.8.8.8, 127.0.0.1");
        assertThat(seen.headers("X-Forwarded-Proto")).containsExactly("https");
        assertThat(seen.headers("X-Forwarded-Host")).containsExactly("shop.example");
        assertThat(seen.headers("X-Real-IP")).containsExactly("6.6.6.6");
        assertThat(seen.headers("Forwarded")).containsExactly("for=6.6.6.6");
    }

    @Test
    void connectionTakesFieldsOutButNeverOurs() throws Exception {
        RawUpstream.Request seen = seen(
                "Connection: X-Mine, X-Forwarded-For, Host, Content-Length",
                "X-Mine: 1",
                "X-Other: 2",
                "Keep-Alive: 1",
                "Proxy-Connection: keep-alive",
                "Proxy-Authorization: x",
                "TE: trailers",
                "Upgrade: h2c",
                "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA");
        assertThat(seen.headers("X-Mine")).isEmpty();
        assertThat(seen.headers("X-Other")).containsExactly("2");
        assertThat(seen.headers("X-Forwarded-For")).containsExactly("127.0.0.1");
        assertThat(seen.headers("Host")).containsExactly("localhost");
        for (String gone : new String[] {
            "Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authorization", "TE", "Upgrade", "HTTP2-Settings"
        }) {
            assertThat(seen.headers(gone)).as(gone).isEmpty();
        }
    }

    @Test
    void hopByHopFieldsOfAnswersEndHere() throws Exception {
        scene.start();
        try (RawClient client = scene.connect()) {
            RawClient.Reply reply = client.get("/");
            assertThat(reply.head())
                    .contains("X-End: 1")
                    .doesNotContain("X-Hop")
                    .doesNotContain("Keep-Alive");
            assertThat(reply.head()).doesNotContain("Connection:");
            assertThat(client.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void clientsCannotClaimToBeReducedNorSendRateFields() throws Exception {
        RawUpstream.Request seen =
                seen("X-RateLimit-Reduced: true", "RateLimit: \"x\";r=9", "X-RateLimit-Remaining: 9");
        assertThat(seen.head().toLowerCase(java.util.Locale.ROOT)).doesNotContain("ratelimit");
    }

    @Test
    void aUrlBecomesAPathAndItsHostTheHost() throws Exception {
        scene.start();
        scene.client().exchange("GET http://shop.example:81?q=1 HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n");
        RawUpstream.Request seen = upstream.requests.get(0);
        assertThat(seen.line()).isEqualTo("GET /?q=1 HTTP/1.1");
        assertThat(seen.headers("Host")).containsExactly("shop.example:81");
        assertThat(seen.headers("X-Forwarded-Host")).containsExactly("shop.example:81");
    }

    @Test
    void optionsMayBeAboutTheServer() throws Exception {
        scene.start();
        scene.client().request("OPTIONS", "*");
        assertThat(upstream.requests.get(0).line()).isEqualTo("OPTIONS * HTTP/1.1");
    }

    @Test
    void anOldClientGetsAHostMadeUp() throws Exception {
        scene.start();
        assertThat(scene.client().exchange("GET / HTTP/1.0\r\n\r\n").status()).isEqualTo(200);
        RawUpstream.Request seen = upstream.requests.get(0);
        assertThat(seen.line()).isEqualTo("GET / HTTP/1.0");
        assertThat(seen.headers("Host"))
                .containsExactly("target:" + upstream.address().getPort());
    }
}
