package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.http1.HeadLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway takes from a client and how long it waits for one is the same in both protocols. */
class Http2LimitsTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";
    private static final int CANCEL = 8;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(50);
    /** One fewer than the gateway takes in half a minute. */
    private static final int MOST_PINGS = 198;

    private TestApplication application;

    @BeforeEach
    void start() {
        application = TestApplication.http1();
    }

    @AfterEach
    void stop() {
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    private static ObjectSettings settings(int requests, int headers, Duration bodyIdle, Duration keepAlive) {
        return new ObjectSettings(
                100, requests, HeadLimits.of(16_384, headers), LONG, bodyIdle, keepAlive, Duration.ofSeconds(30), 100);
    }

    private Http2Scene scene(String rules, ObjectSettings settings) throws IOException {
        return Http2Scene.of(rules, OneUpstream.http1(application.port()), settings);
    }

    @Test
    void headersAreCountedAndCookiesAreOne() throws Exception {
        try (Http2Scene scene = scene(FREE, settings(0, 3, LONG, LONG));
                FrameClient client = scene.client()) {
            FrameAnswer three = client.get("/", "a", "1", "b", "2", "cookie", "c=3", "cookie", "d=4");
            assertThat(three.whole().status()).isEqualTo(200);
            FrameAnswer four = client.get("/", "a", "1", "b", "2", "c", "3", "d", "4");
            assertThat(four.whole().status()).isEqualTo(431);
        }
    }

    @Test
    void manyStreamsDoNotMakeTheirWindowSmall() throws Exception {
        ObjectSettings many = new ObjectSettings(100_000, 0, HeadLimits.USUAL, LONG, LONG, LONG, LONG, 100);
        try (Http2Scene scene = scene(FREE, many);
                FrameClient client = scene.client()) {
            FrameAnswer upload = client.request("POST", "/hash", 0);
            client.body(upload, new byte[200_000]);
            assertThat(upload.whole().status()).isEqualTo(200);
        }
    }

    @Test
    void aConnectionHasOnlySoManyRequests() throws Exception {
        try (Http2Scene scene = scene(FREE, settings(2, 100, LONG, LONG));
                FrameClient client = scene.client()) {
            assertThat(client.get("/").whole().status()).isEqualTo(200);
            assertThat(client.goAway).hasValue(-1);
            FrameAnswer last = client.request("POST", "/hash", 0);
            FrameClient.await("a word of farewell", () -> client.goAway.get() == 0);
            client.data(last.stream, new byte[1], FrameClient.END_STREAM);
            assertThat(last.whole().status()).isEqualTo(200);
            FrameClient.await("the connection closed", () -> client.closed);
        }
    }

    @Test
    void requestsOfAConnectionThatIsHandedOverAreCountedToo() throws Exception {
        try (TestApplication http2 = TestApplication.http2();
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http2(http2.port()), settings(2, 100, LONG, LONG));
                RawClient client = RawClient.to(scene.port())) {
            assertThat(client.get("/").has("Connection: close")).isFalse();
            assertThat(client.get("/").has("Connection: close")).isTrue();
        }
    }

    @Test
    void pingsDoNotKeepAConnection() throws Exception {
        try (Http2Scene scene = scene(FREE, settings(0, 100, LONG, SHORT));
                FrameClient client = scene.client()) {
            int pings = ping(client);
            assertThat(pings).isLessThan(MOST_PINGS);
            FrameClient.await("the connection closed", () -> client.closed);
        }
    }

    private static int ping(FrameClient client) {
        int pings = 0;
        try {
            for (; pings < MOST_PINGS && !client.closed; pings++) {
                client.frame(FrameClient.PING, 0, 0, new byte[8]);
                LockSupport.parkNanos(SHORT.toNanos() / 5);
            }
        } catch (IOException closedMeanwhile) {
            // As it should be.
        }
        return pings;
    }

    @Test
    void anAnswerThatIsNotTakenIsNotKept(@TempDir Path folder) throws Exception {
        Path decoy = Files.writeString(folder.resolve("decoy.txt"), "nothing to see");
        String refusing = "rules:\n  none: { per: ip, limit: 0/min, when-limited: { decoy: " + decoy + " } }\n";
        for (String rules : new String[] {FREE, refusing}) {
            try (Http2Scene scene = scene(rules, settings(0, 100, SHORT, LONG));
                    FrameClient client = scene.client()) {
                int noWindow = 4;
                client.frame(
                        FrameClient.SETTINGS,
                        0,
                        0,
                        ByteBuffer.allocate(6).putShort((short) noWindow).array());
                FrameAnswer answer = client.get("/").awaitReset();
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.headers("date")).hasSize(1);
                assertThat(answer.reset).isEqualTo(CANCEL);
                assertThat(answer.size()).isZero();
            }
        }
    }
}
