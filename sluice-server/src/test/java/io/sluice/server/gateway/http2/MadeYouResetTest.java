package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.sluice.server.gateway.Leaks;
import io.sluice.server.http1.HeadLimits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** A client that makes the server reset one stream after the other is shown out, in whatever way it does it. */
class MadeYouResetTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";
    private static final String NONE = "rules:\n  none: { match: /none, limit: 0/min }\n";
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final int INTERNAL_ERROR = 2;
    private static final int MOST_STREAMS = 20;
    /** Streams at a time. */
    private static final int BATCH = 10;
    /** The server resets so many open streams for an error in half a minute. */
    private static final int MOST_FAULTS = 200;
    /** The server writes so many other resets. */
    private static final int MOST_OTHERS = 1_000;

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

    private Http2Scene scene(String rules) throws IOException {
        ObjectSettings settings = new ObjectSettings(
                MOST_STREAMS,
                0,
                HeadLimits.of(2_000, 100),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                10);
        return Http2Scene.of(rules, OneUpstream.http1(application.port()), settings);
    }

    /** What a client can do so that the server resets a stream. */
    enum Way {
        ZERO_WINDOW_UPDATE(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0);
                client.window(stream.stream, 0);
                return stream;
            }
        },
        WINDOW_OVERFLOW(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0);
                client.window(stream.stream, Integer.MAX_VALUE);
                return stream;
            }
        },
        DATA_AFTER_THE_END(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.get("/never");
                client.data(stream.stream, new byte[1], 0);
                return stream;
            }
        },
        TRAILERS_AFTER_THE_END(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.get("/never");
                client.trailers(stream.stream, "a", "b");
                return stream;
            }
        },
        MORE_THAN_THE_LENGTH(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0, "content-length", "1");
                client.data(stream.stream, new byte[2], 0);
                return stream;
            }
        },
        LESS_THAN_THE_LENGTH(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0, "content-length", "2");
                client.data(stream.stream, new byte[1], FrameClient.END_STREAM);
                return stream;
            }
        },
        LENGTH_WITHOUT_BODY(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.get("/never", "content-length", "2");
            }
        },
        LENGTH_IS_NO_NUMBER(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.request("POST", "/never", 0, "content-length", "two");
            }
        },
        PRIORITY_ON_ITSELF(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0);
                byte[] onItself = ByteBuffer.allocate(5).putInt(stream.stream).array();
                client.frame(FrameClient.PRIORITY, 0, stream.stream, onItself);
                return stream;
            }
        },
        PRIORITY_OF_A_WRONG_SIZE(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0);
                client.frame(FrameClient.PRIORITY, 0, stream.stream, new byte[4]);
                return stream;
            }
        },
        SECOND_HEAD(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0);
                client.frame(FrameClient.HEADERS, FrameClient.END_HEADERS, stream.stream, new byte[0]);
                return stream;
            }
        },
        PSEUDO_HEADER_IN_TRAILERS(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0);
                client.trailers(stream.stream, ":path", "/");
                return stream;
            }
        },
        TRAILER_OF_THE_CONNECTION(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                FrameAnswer stream = client.request("POST", "/never", 0);
                client.trailers(stream.stream, "content-length", "1");
                return stream;
            }
        },
        UNKNOWN_PSEUDO_HEADER(MOST_OTHERS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.request("POST", "/never", 0, ":late", "x");
            }
        },
        UPPER_CASE(MOST_OTHERS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.request("POST", "/never", 0, "Upper", "x");
            }
        },
        TOO_LARGE(MOST_FAULTS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.request("POST", "/never", 0, "x-large", "x".repeat(2_100));
            }
        },
        MISSING_PATH(MOST_OTHERS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.raw(0, ":method", "POST", ":scheme", "http", ":authority", "localhost");
            }
        },
        REFUSED_UPLOAD(MOST_OTHERS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.request("POST", "/none", 0);
            }
        },
        UPLOAD_WITH_AN_EARLY_ANSWER(MOST_OTHERS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.request("POST", "/eager", 0);
            }
        },
        OVER_THE_LIMIT(MOST_OTHERS) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.get("/never");
            }
        },
        ANSWER_BROKEN_OFF(Integer.MAX_VALUE) {
            @Override
            FrameAnswer open(FrameClient client) throws IOException {
                return client.get("/half");
            }
        };

        final int most;

        Way(int most) {
            this.most = most;
        }

        abstract FrameAnswer open(FrameClient client) throws IOException;
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"OVER_THE_LIMIT", "ANSWER_BROKEN_OFF"})
    void isShownOut(Way way) throws Exception {
        try (Http2Scene scene = scene(FREE + NONE.substring(NONE.indexOf('\n') + 1));
                FrameClient client = roomy(scene)) {
            assertThat(client.get("/").whole().status()).isEqualTo(200);
            int resets = resetUntilClosed(client, way);
            assertThat(resets).isBetween(way.most, way.most + BATCH);
            assertThat(client.goAway).hasValue(ENHANCE_YOUR_CALM);
            assertThat(application.connections.size()).isLessThanOrEqualTo(way.most + 2 * BATCH);
            assertServes(scene);
            FrameClient.await("every target told", () -> scene.upstream.told.size() == scene.upstream.begun.get());
            FrameClient.await(
                    "no connection of an abandoned request is open",
                    () -> application.connections.stream()
                                    .filter(Channel::isActive)
                                    .count()
                            <= MOST_STREAMS);
        }
    }

    /** With room for all that is answered. */
    private static FrameClient roomy(Http2Scene scene) throws IOException {
        FrameClient client = scene.client();
        client.window(0, 1 << 30);
        return client;
    }

    /** Batch by batch, so that the server has read everything when it closes, and its last frame comes. */
    private static int resetUntilClosed(FrameClient client, Way way) {
        int before = client.resets.get();
        for (int i = 0; i < 3 * MOST_OTHERS && !client.closed && client.goAway.get() < 0; i += BATCH) {
            resetBatch(client, way);
        }
        FrameClient.await("the connection closed", () -> client.closed);
        return client.resets.get() - before;
    }

    private static void resetBatch(FrameClient client, Way way) {
        try {
            List<FrameAnswer> streams = new ArrayList<>();
            client.keep();
            for (int i = 0; i < BATCH; i++) {
                streams.add(way.open(client));
            }
            client.sendKept();
            FrameClient.await(
                    "all reset, or the end",
                    () -> client.closed || streams.stream().allMatch(stream -> stream.reset >= 0));
        } catch (IOException closedMeanwhile) {
            // As it should be.
        }
    }

    private static void assertServes(Http2Scene scene) throws IOException {
        try (FrameClient client = scene.client()) {
            assertThat(client.get("/").whole().status()).isEqualTo(200);
        }
    }

    @Test
    void streamsOverTheLimitAreRefusedOnlySoOften() throws Exception {
        try (Http2Scene scene = scene(FREE);
                FrameClient client = roomy(scene)) {
            FrameAnswer kept = client.request("POST", "/echo", 0);
            for (int i = 1; i < MOST_STREAMS; i++) {
                client.get("/never");
            }
            for (int i = 0; i <= MOST_OTHERS; i += BATCH) {
                resetBatch(client, Way.OVER_THE_LIMIT);
            }
            FrameClient.await("a word of farewell", () -> client.goAway.get() == ENHANCE_YOUR_CALM);
            client.data(kept.stream, new byte[] {'o', 'k'}, FrameClient.END_STREAM);
            assertThat(kept.whole().text()).isEqualTo("ok");
            assertThat(scene.upstream.begun).hasValue(MOST_STREAMS);
            for (int i = 0; i < 2 * MOST_OTHERS && !client.closed; i += BATCH) {
                resetBatch(client, Way.OVER_THE_LIMIT);
            }
            FrameClient.await("the connection closed", () -> client.closed);
            assertServes(scene);
        }
    }

    /** Uploads that are refused are drained, so that other requests on the connection of a proxy end well. */
    @Test
    void refusedUploadsDoNotEndOtherRequests() throws Exception {
        try (Http2Scene scene = scene(FREE + NONE.substring(NONE.indexOf('\n') + 1));
                FrameClient client = roomy(scene)) {
            FrameAnswer kept = client.request("POST", "/echo", 0);
            assertThat(client.request("POST", "/none", 0).awaitReset().status()).isEqualTo(429);
            for (int i = 0; i < MOST_OTHERS; i += BATCH) {
                resetBatch(client, Way.REFUSED_UPLOAD);
            }
            FrameClient.await("a word of farewell", () -> client.goAway.get() == ENHANCE_YOUR_CALM);
            client.data(kept.stream, new byte[] {'o', 'k'}, FrameClient.END_STREAM);
            assertThat(kept.whole().text()).isEqualTo("ok");
            FrameClient.await("the connection closed", () -> client.closed);
        }
    }

    @Test
    void partsOfARefusedUploadAreNoFault() throws Exception {
        try (Http2Scene scene = scene(NONE);
                FrameClient client = roomy(scene)) {
            FrameAnswer refused = client.request("POST", "/none", 0).awaitReset();
            for (int i = 0; i < 3 * MOST_OTHERS; i++) {
                client.data(refused.stream, new byte[1], 0);
            }
            client.trailers(refused.stream, "a", "b");
            assertThat(client.get("/").whole().status()).isEqualTo(200);
            assertThat(client.goAway).hasValue(-1);
            assertThat(client.resets).hasValue(1);
        }
    }

    @Test
    void answersThatTheTargetBreaksOffAreNoFaultOfTheClient() throws Exception {
        try (Http2Scene scene = scene(FREE);
                FrameClient client = roomy(scene)) {
            assertThat(client.get("/half").awaitReset().reset).isEqualTo(INTERNAL_ERROR);
            for (int i = 0; i < MOST_OTHERS; i += BATCH) {
                resetBatch(client, Way.ANSWER_BROKEN_OFF);
            }
            assertThat(client.get("/").whole().status()).isEqualTo(200);
            assertThat(client.goAway).hasValue(-1);
        }
    }
}
