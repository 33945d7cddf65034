package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelOption;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.server.gateway.Gateway;
import io.sluice.server.gateway.GatewaySettings;
import io.sluice.server.gateway.HandOver;
import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.http1.HeadLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the gateway ends a connection that was handed over, the client gets all of the last answer if it takes it in time. */
class HandedOverEndingsTest {
    private static final int LONG_ANSWER = 1_000_000;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String LAST = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

    @TempDir
    Path folder;

    private TestApplication application;

    @BeforeEach
    void start() {
        application = TestApplication.http2();
    }

    @AfterEach
    void stop() {
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    /** The second request of each client has an answer that is longer than what the system keeps for it. */
    private Http2Scene scene(int requests, Duration bodyIdle) throws IOException {
        Path decoy = Files.writeString(folder.resolve("decoy.txt"), "x".repeat(LONG_ANSWER));
        return Http2Scene.of(
                "rules:\n  all: { per: path, limit: 1/day, when-limited: { decoy: " + decoy + " } }\n",
                OneUpstream.http2(application.port()),
                new ObjectSettings(100, requests, HeadLimits.USUAL, LONG, bodyIdle, LONG, LONG, 100));
    }

    /** Another door of the scene, behind which the system keeps little of what is not read. */
    private static Gateway keepingLittle(Http2Scene scene) throws IOException {
        HandOver little = (connection, requests, bytes, verdict, upstream, target) -> {
            connection.config().setOption(ChannelOption.SO_SNDBUF, 16_384);
            scene.path.take(connection, requests, bytes, verdict, upstream, target);
        };
        return Gateway.start(
                GatewaySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .handOver(little),
                new HttpRules(scene.engine, scene.clock, Cors.NONE),
                scene.engine,
                scene.clock,
                scene.upstream,
                scene.log,
                scene.loops);
    }

    private static RawClient begin(Gateway gateway, String path) throws IOException {
        RawClient client = RawClient.to(gateway.address().getPort());
        assertThat(client.get(path).status()).isEqualTo(200);
        return client;
    }

    @Test
    void whoAskedForTheEndAndTakesNothingIsGivenUp() throws Exception {
        try (Http2Scene scene = scene(0, Duration.ofMillis(300));
                Gateway gateway = keepingLittle(scene);
                RawClient client = begin(gateway, "/")) {
            client.send(LAST);
            FrameClient.await("closed", () -> gateway.counts().connections() == 0);
            assertThat(client.socket.isClosed()).isFalse();
        }
    }

    /** Somebody else, who came later and has read everything, is let go meanwhile. */
    @Test
    void theTimeToLingerBeginsWhenAllIsRead() throws Exception {
        try (Http2Scene scene = scene(2, LONG);
                Gateway gateway = keepingLittle(scene);
                RawClient slow = begin(gateway, "/slow")) {
            slow.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
            FrameClient.await("it is answered", () -> scene.path.counts().requests() == 1);
            try (RawClient quick = begin(gateway, "/quick")) {
                assertThat(quick.get("/quick").body()).hasSize(LONG_ANSWER);
                FrameClient.await("the other is gone", () -> gateway.counts().connections() <= 1);
            }
            assertThat(slow.reply().body()).isEqualTo("x".repeat(LONG_ANSWER).getBytes(US_ASCII));
            assertThat(slow.isClosedByServer()).isTrue();
        }
    }

    /** It is over when the one that was delayed has been answered, and not before. */
    @Test
    void drainingReachesWhoIsHandedOverMeanwhile() throws Exception {
        String queue = "rules:\n  queue: { per: ip, limit: 1/s leaky-queue 2, when-limited: delay }\n";
        try (Http2Scene scene = Http2Scene.of(queue, OneUpstream.http2(application.port()));
                RawClient idle = begin(scene.gateway, "/");
                RawClient delayed = RawClient.to(scene.port())) {
            delayed.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            FrameClient.await("it waits", () -> scene.gateway.counts().requests() == 2);
            Thread draining = new Thread(() -> scene.gateway.drain(Duration.ofMinutes(10)), "draining");
            draining.start();
            assertThat(idle.isClosedByServer()).isTrue();
            scene.clock.advance(Duration.ofSeconds(2));
            assertThat(delayed.reply().has("Connection: close")).isTrue();
            assertThat(delayed.isClosedByServer()).isTrue();
            idle.socket.close();
            delayed.socket.close();
            draining.join();
        }
    }
}
