package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** WebSockets: bytes go both ways until both sides have closed. */
class TunnelTest {
    private static final String ASK =
            "GET /chat HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n";
    private static final String SWITCH =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: y\r\n\r\n";

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    /** Sends everything back until the other side has no more, then says so. */
    private static boolean echo(RawUpstream.Request request) throws IOException {
        request.answer(SWITCH);
        byte[] bytes = new byte[8_192];
        for (int n = request.in().read(bytes); n >= 0; n = request.in().read(bytes)) {
            request.out().write(bytes, 0, n);
        }
        request.answer("bye");
        return false;
    }

    private static void untilToldOfTheTunnel(GatewayScene scene) {
        GatewayScene.until("nothing is under way", () -> scene.upstreams.underWay.get() == 0);
        assertThat(scene.upstreams.told).containsExactly("tunnel opened", "tunnel closed");
    }

    @Test
    void bytesGoBothWays() throws Exception {
        RawUpstream upstream = RawUpstream.start(TunnelTest::echo);
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)
                        .rules("version: 1\nrules:\n  all: { per: ip, limit: 5/day }\n")
                        .start();
                RawClient client = scene.connect()) {
            RawClient.Reply switched = client.send(ASK + "early").reply();
            assertThat(switched.status()).isEqualTo(101);
            assertThat(switched.has("Upgrade: websocket")).isTrue();
            assertThat(switched.has("Connection: Upgrade")).isTrue();
            assertThat(switched.has("Sec-WebSocket-Accept: y")).isTrue();
            assertThat(switched.has("X-RateLimit-Remaining: 4")).isTrue();
            RawUpstream.Request seen = upstream.requests.get(0);
            assertThat(seen.headers("Upgrade")).containsExactly("websocket");
            assertThat(seen.headers("Connection")).containsExactly("Upgrade");
            assertThat(new String(client.bytes(5), US_ASCII)).isEqualTo("early");
            byte[] large = new byte[3_000_000];
            Thread sender = new Thread(() -> {
                try {
                    client.send(large);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            assertThat(client.bytes(large.length)).isEqualTo(large);
            sender.join();
            client.socket.shutdownOutput();
            assertThat(client.rest()).isEqualTo("bye");
            untilToldOfTheTunnel(scene);
        }
    }

    @Test
    void theTargetMayCloseFirst() throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer(SWITCH + "hello");
            return false;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            assertThat(client.send(ASK).reply().status()).isEqualTo(101);
            assertThat(client.rest()).isEqualTo("hello");
            client.socket.shutdownOutput();
            untilToldOfTheTunnel(scene);
        }
    }

    @Test
    void theTargetIsToldWhenItOpensAndWhenTheClientLeaves() throws Exception {
        RawUpstream upstream = RawUpstream.start(TunnelTest::echo);
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start()) {
            try (RawClient client = scene.connect()) {
                assertThat(client.send(ASK + "echo").reply().status()).isEqualTo(101);
                assertThat(client.bytes(4)).isEqualTo("echo".getBytes(US_ASCII));
                assertThat(scene.upstreams.told).containsExactly("tunnel opened");
                assertThat(scene.upstreams.underWay).hasValue(1);
                client.socket.setSoLinger(true, 0);
            }
            untilToldOfTheTunnel(scene);
        }
    }

    @Test
    void silenceEnds() throws Exception {
        RawUpstream upstream = RawUpstream.start(TunnelTest::echo);
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = new UpstreamTimes(20_000, 20_000, 20_000, 20_000, 200);
            assertThat(client.send(ASK).reply().status()).isEqualTo(101);
            assertThat(client.isClosedByServer()).isTrue();
            untilToldOfTheTunnel(scene);
        }
    }

    @Test
    void aTargetMayRefuse() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(RawUpstream.start(request -> request.ok("no")))
                        .start();
                RawClient client = scene.connect()) {
            assertThat(client.send(ASK).reply().text()).isEqualTo("no");
            assertThat(client.get("/").text()).isEqualTo("no");
        }
    }

    @Test
    void aSwitchThatNobodyAskedForIs502() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(RawUpstream.start(request -> request.answer(SWITCH)))
                        .start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(502);
        }
    }

    @Test
    void aRefusedHandshakeIsA429() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(RawUpstream.start(TunnelTest::echo))
                        .rules("version: 1\nrules:\n  all: { per: ip, limit: 1/day }\n")
                        .start();
                RawClient first = scene.connect();
                RawClient second = scene.connect()) {
            assertThat(first.send(ASK).reply().status()).isEqualTo(101);
            assertThat(second.send(ASK).reply().status()).isEqualTo(429);
        }
    }
}
