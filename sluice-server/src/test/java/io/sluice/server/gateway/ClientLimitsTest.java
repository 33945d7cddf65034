package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.list.Cidr;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.http1.HeadLimits;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Nobody keeps the gateway waiting, and nobody takes more than there is for one. */
class ClientLimitsTest {
    private static final int LONG = 60_000;
    /** Long enough for a client to say its first word, also on a machine that has much to do. */
    private static final GatewayTimes SHORT_FOR_HEADS = new GatewayTimes(1_000, LONG, LONG, LONG, LONG);

    private static final GatewayTimes SHORT_FOR_SILENCE = new GatewayTimes(200, LONG, LONG, LONG, LONG);
    private static final GatewayTimes SHORT_FOR_BODIES = new GatewayTimes(LONG, 200, LONG, LONG, LONG);
    private static final GatewayTimes SHORT_BETWEEN_REQUESTS = new GatewayTimes(LONG, LONG, 200, LONG, LONG);

    private final RawUpstream upstream = RawUpstream.start(request -> {
        request.body();
        return request.ok("ok");
    });

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void aConnectionWithoutARequestIsClosed() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)
                        .times(SHORT_BETWEEN_REQUESTS)
                        .start();
                RawClient used = scene.connect()) {
            assertThat(used.get("/").status()).isEqualTo(200);
            assertThat(used.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)
                        .times(SHORT_FOR_SILENCE)
                        .start();
                RawClient fresh = scene.connect()) {
            assertThat(fresh.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aHeadThatDoesNotEndIs408() throws Exception {
        try (GatewayScene scene =
                        GatewayScene.inFrontOf(upstream).times(SHORT_FOR_HEADS).start();
                RawClient client = scene.connect()) {
            assertThat(client.send("GET / HTTP/1.1\r\nHo").reply().status()).isEqualTo(408);
            client.socket.shutdownOutput();
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aBodyThatStopsIs408AndTheTargetIsNotBlamed() throws Exception {
        try (GatewayScene scene =
                        GatewayScene.inFrontOf(upstream).times(SHORT_FOR_BODIES).start();
                RawClient client = scene.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel");
            assertThat(client.reply().status()).isEqualTo(408);
            assertThat(scene.upstreams.told).containsExactly("dropped");
        }
    }

    @Test
    void aClientThatDoesNotReadIsGivenUp() throws Exception {
        RawUpstream endless = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 200 OK\r\n\r\n");
            byte[] much = new byte[65_536];
            while (true) {
                request.out().write(much);
            }
        });
        upstream.close();
        try (GatewayScene scene =
                        GatewayScene.inFrontOf(endless).times(SHORT_FOR_BODIES).start();
                RawClient client = scene.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            GatewayScene.until("given up", () -> scene.upstreams.told.contains("dropped"));
        }
    }

    @Test
    void idleConnectionsToTargetsAreClosed() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            scene.upstreams.times = new UpstreamTimes(20_000, 20_000, 20_000, 200, 0);
            client.get("/");
            assertThat(upstream.requests.get(0).in().read()).isNegative();
        }
    }

    @Test
    void largeHeadsAreRefused() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)) {
            scene.settings(scene.settings.head(new HeadLimits(100, 200, 3))).start();
            assertThat(scene.client().get("/" + "x".repeat(100)).status()).isEqualTo(414);
            assertThat(scene.client().get("/", "X: " + "x".repeat(200)).status())
                    .isEqualTo(431);
            assertThat(scene.client().get("/", "X: 1", "Y: 2").status()).isEqualTo(431);
            assertThat(scene.client().get("/", "X: 1").status()).isEqualTo(200);
        }
    }

    @Test
    void connectionsAreLimitedInAllAndPerAddress() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)) {
            scene.settings(scene.settings.limits(new GatewayLimits(4, 2, 0, 1))).start();
            try (RawClient first = scene.connect();
                    RawClient second = scene.connect()) {
                assertThat(first.get("/").status()).isEqualTo(200);
                assertThat(second.get("/").status()).isEqualTo(200);
                assertThat(scene.connect().isClosedByServer()).isTrue();
                assertThat(scene.client().from("127.0.0.2").get("/").status()).isEqualTo(200);
            }
            assertThat(scene.gateway().counts().connectionsTurnedAway()).isEqualTo(1);
            GatewayScene.until("room", () -> isServed(scene));
        }
    }

    private static boolean isServed(GatewayScene scene) {
        try {
            return scene.client().get("/").status() == 200;
        } catch (UncheckedIOException turnedAway) {
            return false;
        }
    }

    @Test
    void aConnectionServesSoManyRequests() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)) {
            scene.settings(scene.settings.limits(new GatewayLimits(10, 0, 2, 1)))
                    .start();
            try (RawClient client = scene.connect()) {
                assertThat(client.get("/").has("Connection: close")).isFalse();
                assertThat(client.get("/").has("Connection: close")).isTrue();
                assertThat(client.isClosedByServer()).isTrue();
            }
        }
    }

    @Test
    void aLoadBalancerSaysWhoItsClientIs() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)) {
            scene.settings(scene.settings.proxyProtocol(List.of(Cidr.parse("127.0.0.1/32"))))
                    .start();
            try (RawClient one = scene.connect();
                    RawClient two = scene.connect();
                    RawClient malformed = scene.connect()) {
                one.send("PROXY TCP4 203.0.113.7 192.0.2.1 5");
                one.send("6324 443\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(one.reply().status()).isEqualTo(200);
                two.send(new byte[] {
                    0x0D,
                    0x0A,
                    0x0D,
                    0x0A,
                    0x00,
                    0x0D,
                    0x0A,
                    0x51,
                    0x55,
                    0x49,
                    0x54,
                    0x0A,
                    0x21,
                    0x11,
                    0,
                    12,
                    (byte) 203,
                    0,
                    113,
                    8,
                    (byte) 192,
                    0,
                    2,
                    1,
                    1,
                    1,
                    2,
                    2
                });
                assertThat(two.get("/").status()).isEqualTo(200);
                malformed.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                assertThat(malformed.isClosedByServer()).isTrue();
            }
            assertThat(scene.client().from("127.0.0.2").get("/").status()).isEqualTo(200);
            assertThat(upstream.requests.stream().flatMap(request -> request.headers("X-Forwarded-For").stream()))
                    .containsExactly("203.0.113.7", "203.0.113.8", "127.0.0.2");
        }
    }

    @Test
    void aLoadBalancerThatSaysNothingIsClosed() throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream)) {
            scene.settings(scene.settings.proxyProtocol(List.of(Cidr.parse("127.0.0.1/32"))))
                    .times(SHORT_FOR_SILENCE)
                    .start();
            try (RawClient silent = scene.connect()) {
                assertThat(silent.isClosedByServer()).isTrue();
            }
        }
    }
}
