package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A request goes through and its answer comes back. */
class ProxyingTest {
    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void aRequestGoesThroughAndItsAnswerComesBack() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("hello"));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            RawClient.Reply reply = client.get("/a/b?c=d", "X-Mine: 1");
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.text()).isEqualTo("hello");
            assertThat(reply.has("Content-Length: 5")).isTrue();
            assertThat(reply.head()).contains("\r\nDate: ");
            RawUpstream.Request seen = upstream.requests.get(0);
            assertThat(seen.line()).isEqualTo("GET /a/b?c=d HTTP/1.1");
            assertThat(seen.headers("Host")).containsExactly("localhost");
            assertThat(seen.headers("X-Mine")).containsExactly("1");
            assertThat(seen.headers("X-Forwarded-For")).containsExactly("127.0.0.1");
            assertThat(seen.headers("X-Forwarded-Proto")).containsExactly("http");
            assertThat(seen.headers("X-Forwarded-Host")).containsExactly("localhost");
            assertThat(seen.headers("Via")).isEmpty();
            assertThat(scene.upstreams.told).containsExactly("succeeded 200");
        }
    }

    @Test
    void connectionsAreKeptOnBothSides() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok(request.line()));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            for (int i = 0; i < 20; i++) {
                assertThat(client.get("/" + i).text()).isEqualTo("GET /" + i + " HTTP/1.1");
            }
            assertThat(upstream.connections).hasValue(1);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInTheirOrder() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> {
            request.body();
            return request.ok(request.line());
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 50; i++) {
                text.append(i % 3 == 0 ? "POST" : "GET").append(" /" + i + " HTTP/1.1\r\nHost: a\r\n");
                text.append(i % 3 == 0 ? "Content-Length: 5\r\n\r\nhello" : "\r\n");
            }
            client.send(text.toString());
            for (int i = 0; i < 50; i++) {
                assertThat(client.reply().text()).contains(" /" + i + " ");
            }
            assertThat(upstream.connections).hasValue(1);
        }
    }

    @Test
    void aRefusalComesFromTheGateway() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> request.ok("hello"));
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)
                        .rules("version: 1\nrules:\n  all: { per: ip, limit: 2/day }\n")
                        .start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/").has("X-RateLimit-Remaining: 1")).isTrue();
            assertThat(client.get("/").has("X-RateLimit-Remaining: 0")).isTrue();
            RawClient.Reply refused = client.get("/");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.head()).contains("Retry-After: ").contains("Date: ");
            assertThat(client.get("/").status()).isEqualTo(429);
            assertThat(upstream.requests).hasSize(2);
        }
    }
}
