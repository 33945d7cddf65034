package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Targets that do not do what they should, and what clients see of it. */
class FailuresTest {
    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private static InetSocketAddress nobody() {
        try (ServerSocket closedAtOnce = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return (InetSocketAddress) closedAtOnce.getLocalSocketAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whereNobodyListensIs502() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(nobody()).start();
                RawClient client = scene.connect()) {
            for (int i = 0; i < 2; i++) {
                RawClient.Reply reply = client.get("/");
                assertThat(reply.status()).isEqualTo(502);
                assertThat(reply.head()).contains("application/problem+json").contains("no-store");
                assertThat(reply.text()).contains("\"status\":502");
            }
            assertThat(scene.upstreams.told).containsExactly("failed", "failed");
        }
    }

    @Test
    void withoutATargetIs503AndSaysWhenToComeBack() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(nobody()).start();
                RawClient client = scene.connect()) {
            scene.upstreams.none = true;
            RawClient.Reply reply = client.get("/");
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.has("Retry-After: 7")).isTrue();
        }
    }

    @Test
    void withoutARouteIs404() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(nobody()).start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/nowhere").status()).isEqualTo(404);
            assertThat(client.get("/nowhere").status()).isEqualTo(404);
        }
    }

    @Test
    void aTargetThatSaysNothingInTimeIs504AndIsNotAskedAgain() throws Exception {
        RawUpstream silent = RawUpstream.start(request -> {
            assertThat(request.in().read()).isNegative();
            return false;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(silent).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = new UpstreamTimes(20_000, 200, 20_000, 20_000, 0);
            scene.upstreams.retries = 3;
            assertThat(client.get("/").status()).isEqualTo(504);
            GatewayScene.until("it was asked", () -> !silent.requests.isEmpty());
            assertThat(silent.connections).hasValue(1);
            assertThat(scene.upstreams.told).containsExactly("failed");
        }
    }

    @Test
    void whatIsNoAnswerIs502() throws Exception {
        RawUpstream odd = RawUpstream.start(request ->
                request.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"));
        try (GatewayScene scene = GatewayScene.inFrontOf(odd).start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(502);
            assertThat(scene.upstreams.told).containsExactly("failed");
        }
    }

    @Test
    void anAnswerThatBreaksOffIsSeenToBreakOff() throws Exception {
        RawUpstream dying = RawUpstream.start(request -> {
            request.answer(
                    request.line().contains("chunked")
                            ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
                            : "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
            return false;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(dying).start()) {
            for (String path : new String[] {"/length", "/chunked"}) {
                try (RawClient client = scene.connect()) {
                    assertThatThrownBy(() -> client.get(path)).isInstanceOf(IOException.class);
                }
            }
            GatewayScene.until("both failed", () -> scene.upstreams.told.size() == 2);
            assertThat(scene.upstreams.told).containsOnly("failed");
        }
    }

    @Test
    void anAnswerThatStopsIsGivenUp() throws Exception {
        RawUpstream stuck = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello");
            return request.in().read() >= 0;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(stuck).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = new UpstreamTimes(20_000, 20_000, 200, 20_000, 0);
            assertThatThrownBy(() -> client.get("/")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anotherTargetIsAskedWhereThatDoesNoHarm() throws Exception {
        RawUpstream good = RawUpstream.start(request -> request.ok("good"));
        RawUpstream bad = RawUpstream.start(request -> false);
        try (good;
                bad;
                GatewayScene scene =
                        GatewayScene.inFrontOf(bad.address(), good.address()).start();
                RawClient client = scene.connect()) {
            scene.upstreams.retries = 1;
            assertThat(client.get("/").text()).isEqualTo("good");
            assertThat(scene.upstreams.told).containsExactly("failed", "succeeded 200");
            assertThat(bad.requests).hasSize(1);
            client.send("POST / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.reply().status()).isEqualTo(502);
            client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
            assertThat(client.reply().text()).isEqualTo("good");
            client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx");
            assertThat(client.reply().status()).isEqualTo(502);
            assertThat(good.requests).hasSize(2);
        }
    }

    @Test
    void anyRequestGoesElsewhereIfTheFirstTargetCannotBeReached() throws Exception {
        RawUpstream good = RawUpstream.start(request -> request.ok(new String(request.body(), US_ASCII)));
        try (good;
                GatewayScene scene =
                        GatewayScene.inFrontOf(nobody(), good.address()).start();
                RawClient client = scene.connect()) {
            scene.upstreams.retries = 1;
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
            assertThat(client.reply().text()).isEqualTo("hello");
        }
    }

    @Test
    void retriesEnd() throws Exception {
        RawUpstream bad = RawUpstream.start(request -> false);
        try (GatewayScene scene = GatewayScene.inFrontOf(bad).start();
                RawClient client = scene.connect()) {
            scene.upstreams.retries = 2;
            assertThat(client.get("/").status()).isEqualTo(502);
            assertThat(bad.requests).hasSize(3);
            assertThat(scene.upstreams.told).containsExactly("failed", "failed", "failed");
        }
    }

    @Test
    void aConnectionThatTheTargetJustClosedIsReplaced() throws Exception {
        RawUpstream closing = RawUpstream.start(new RawUpstream.Application() {
            private int served;

            @Override
            public boolean serve(RawUpstream.Request request) throws IOException {
                served++;
                return served != 2 && request.ok("fine");
            }
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(closing).start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/1").text()).isEqualTo("fine");
            assertThat(client.get("/2").text()).isEqualTo("fine");
            assertThat(closing.connections).hasValue(2);
            assertThat(scene.upstreams.told).containsExactly("succeeded 200", "succeeded 200");
        }
    }

    @Test
    void bytesBehindAnAnswerSpoilTheConnection() throws Exception {
        RawUpstream chatty = RawUpstream.start(request -> request.answer(
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"));
        try (GatewayScene scene = GatewayScene.inFrontOf(chatty).start();
                RawClient client = scene.connect()) {
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(client.reply().text()).isEqualTo("ok");
            assertThat(client.reply().text()).isEqualTo("ok");
            assertThat(chatty.connections).hasValue(2);
        }
    }

    @Test
    void aClientThatLeavesTakesItsRequestAlong() throws Exception {
        RawUpstream slow = RawUpstream.start(request -> request.in().read() >= 0);
        try (GatewayScene scene = GatewayScene.inFrontOf(slow).start()) {
            try (RawClient client = scene.connect()) {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                GatewayScene.until("the request is there", () -> slow.requests.size() == 1);
            }
            GatewayScene.until("the target is told", () -> scene.upstreams.told.contains("dropped"));
            GatewayScene.until(
                    "nothing is under way", () -> scene.gateway().counts().requestsUnderWay() == 0);
        }
    }
}
