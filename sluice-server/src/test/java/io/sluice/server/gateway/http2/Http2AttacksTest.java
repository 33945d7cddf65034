package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.server.http1.HeadLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody gets around a limit, or wears the gateway out, by the way they speak HTTP/2. */
class Http2AttacksTest {
    private static final String MANY = "rules:\n  many: { per: ip, limit: 10000/day }\n";
    private static final int PROTOCOL_ERROR = 1;
    private static final int ENHANCE_YOUR_CALM = 11;

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
        return Http2Scene.of(rules, OneUpstream.http1(application.port()));
    }

    @Test
    void streamsThatAreResetAtOnceAreCharged() throws Exception {
        try (Http2Scene scene = scene(MANY)) {
            int opened = 0;
            for (int connection = 0; connection < 10; connection++) {
                try (FrameClient client = scene.client()) {
                    for (int i = 0; i < 100; i++) {
                        client.reset(client.get("/never").stream);
                        opened++;
                    }
                    client.get("/").whole();
                    opened++;
                }
            }
            try (FrameClient client = scene.client()) {
                FrameAnswer answer = client.get("/").whole();
                assertThat(answer.header("x-ratelimit-remaining")).isEqualTo("" + (10_000 - opened - 1));
            }
            FrameClient.await(
                    "every target told, of " + scene.upstream.begun,
                    () -> scene.upstream.told.size() == scene.upstream.begun.get());
        }
    }

    @Test
    void whoResetsTooManyStreamsIsShownOut() throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            resetMany(client);
            FrameClient.await("the connection closed", () -> client.closed);
            assertThat(client.goAway).hasValue(ENHANCE_YOUR_CALM);
            FrameClient.await("every target told", () -> scene.upstream.told.size() == scene.upstream.begun.get());
            assertServes(scene);
        }
    }

    private static void resetMany(FrameClient client) {
        try {
            for (int i = 0; i < 1_000; i++) {
                client.keep();
                client.reset(client.get("/never").stream);
                FrameAnswer seen = client.get("/");
                client.sendKept();
                FrameClient.await("an answer after the reset", () -> seen.ended || client.closed);
            }
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
    void whoSendsNothingButSettingsOrPingsIsShownOut() throws Exception {
        try (Http2Scene scene = scene(MANY)) {
            for (int type : List.of(FrameClient.SETTINGS, FrameClient.PING)) {
                try (FrameClient client = scene.client()) {
                    sendMany(client, type, type == FrameClient.PING ? new byte[8] : new byte[0]);
                    FrameClient.await("the connection closed", () -> client.closed);
                    assertThat(client.goAway).hasValue(ENHANCE_YOUR_CALM);
                }
            }
            assertServes(scene);
        }
    }

    private static void sendMany(FrameClient client, int type, byte[] payload) {
        try {
            // The first is the client's own, of its preface.
            for (int i = 1; i < 1_000; i++) {
                int sent = i;
                FrameClient.await("all acknowledged", () -> client.acknowledged.get() == sent || client.closed);
                client.frame(type, 0, 0, payload);
            }
        } catch (IOException closedMeanwhile) {
            // As it should be.
        }
    }

    private static void flood(FrameClient client, int type, byte[] payload, int stream) {
        try {
            for (int i = 0; i < 5_000; i++) {
                client.frame(type, 0, stream, payload);
            }
        } catch (IOException closedMeanwhile) {
            // As it should be.
        }
    }

    @Test
    void aHeadWithoutEndIsNotKept() throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            client.frame(FrameClient.HEADERS, FrameClient.END_STREAM, 1, new byte[0]);
            flood(client, FrameClient.CONTINUATION, new byte[16_000], 1);
            FrameClient.await("the connection closed", () -> client.closed);
            assertServes(scene);
        }
    }

    @Test
    void aHeadThatIsTooLargeIsRefused() throws Exception {
        ObjectSettings small = new ObjectSettings(
                10,
                0,
                HeadLimits.of(2_000, 20),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                10);
        try (Http2Scene scene = Http2Scene.of(MANY, OneUpstream.http1(application.port()), small);
                FrameClient client = scene.client()) {
            FrameAnswer large = client.get("/", "x-large", "x".repeat(2_100)).whole();
            assertThat(large.heads.isEmpty() ? 431 : large.status()).isEqualTo(431);
            assertServes(scene);
            assertThat(application.seen).containsExactly("GET /");
        }
    }

    @Test
    void emptyFramesWithoutEndAreNotTaken() throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            FrameAnswer upload = client.request("POST", "/hash", 0);
            flood(client, FrameClient.DATA, new byte[0], upload.stream);
            FrameClient.await("the connection closed", () -> client.closed);
            assertServes(scene);
        }
    }

    @Test
    void aStreamOverItsNumberIsRefused() throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            for (int i = 0; i < 100; i++) {
                client.get("/never");
            }
            FrameAnswer over = client.get("/").awaitReset();
            assertThat(over.heads).isEmpty();
            assertThat(scene.upstream.begun).hasValueLessThanOrEqualTo(100);
        }
    }

    @Test
    void aBodyThatIsNotAsLongAsItSaysIsNotPassedOn() throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            FrameAnswer longer = client.request("POST", "/hash", 0, "content-length", "3");
            client.data(longer.stream, new byte[4], FrameClient.END_STREAM);
            longer.awaitReset();
            FrameAnswer shorter = client.request("POST", "/hash", 0, "content-length", "3");
            client.data(shorter.stream, new byte[2], FrameClient.END_STREAM);
            shorter.awaitReset();
            assertThat(longer.heads).isEmpty();
            assertThat(shorter.heads).isEmpty();
            FrameClient.await("every target told", () -> scene.upstream.told.size() == scene.upstream.begun.get());
            assertThat(scene.upstream.told).doesNotContain("succeeded 200");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-forwarded-for", "host", "content-length", "x-ratelimit-reduced"})
    void whatIsNotForClientsToSayIsNotTakenBehindABodyEither(String name) throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            FrameAnswer echo = client.request("POST", "/echo", 0);
            client.trailers(echo.stream, name, "5");
            assertThat(echo.awaitReset().reset).isEqualTo(PROTOCOL_ERROR);
            FrameClient.await(
                    "every target told", () -> List.copyOf(scene.upstream.told).equals(List.of("dropped")));
        }
    }

    static Stream<List<String>> heads() {
        String[] usual = {":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", "/"};
        return Stream.<String[]>of(
                        with(usual, "Upper", "case"),
                        with(usual, "connection", "close"),
                        with(usual, "transfer-encoding", "chunked"),
                        with(usual, "upgrade", "websocket"),
                        with(usual, "te", "gzip"),
                        with(usual, "host", "elsewhere"),
                        with(usual, "x", "a\r\nX-Evil: yes"),
                        with(usual, "x", "a\u0000b"),
                        with(usual, "a b", "c"),
                        with(usual, "a:b", "c"),
                        with(usual, "", "c"),
                        with(usual, ":path", "/twice"),
                        with(usual, ":late", "pseudo"),
                        with(usual, "content-length", "1, 1"),
                        with(usual, "content-length", "-1"),
                        new String[] {":method", "GET", ":scheme", "http", ":path", "/"},
                        new String[] {":method", "GET", ":scheme", "http", ":authority", "localhost"},
                        new String[] {":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", ""},
                        new String[] {":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", "x"},
                        new String[] {":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", "/a b"},
                        new String[] {":method", "GET", ":scheme", "http", ":authority", "a@b", ":path", "/"},
                        new String[] {":method", "G T", ":scheme", "http", ":authority", "localhost", ":path", "/"},
                        new String[] {
                            ":method",
                            "GET",
                            ":scheme",
                            "http",
                            ":authority",
                            "localhost",
                            ":path",
                            "/ HTTP/1.1\r\nX: y"
                        },
                        new String[] {
                            "x", "before", ":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", "/"
                        },
                        new String[] {
                            ":method",
                            "CONNECT",
                            ":protocol",
                            "websocket",
                            ":scheme",
                            "http",
                            ":authority",
                            "a",
                            ":path",
                            "/"
                        })
                .map(List::of);
    }

    private static String[] with(String[] usual, String... more) {
        return Stream.concat(Stream.of(usual), Stream.of(more)).toArray(String[]::new);
    }

    @ParameterizedTest
    @MethodSource("heads")
    void headsThatCouldMeanSomethingElseAreRefused(List<String> fields) throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            FrameAnswer answer = client.raw(FrameClient.END_STREAM, fields.toArray(String[]::new));
            FrameClient.await(
                    "an answer, a reset or the end", () -> answer.ended || answer.reset >= 0 || client.closed);
            if (!answer.heads.isEmpty()) {
                assertThat(answer.status()).isIn(400, 405);
            }
            assertThat(application.seen).isEmpty();
            assertServes(scene);
        }
    }

    @Test
    void aDrainingGatewayEndsWhatIsUnderWay() throws Exception {
        try (Http2Scene scene = scene(MANY);
                FrameClient client = scene.client()) {
            FrameAnswer echo = client.request("POST", "/echo", 0);
            FrameClient.await("the answer has begun", () -> !echo.heads.isEmpty());
            Thread draining = new Thread(() -> scene.gateway.drain(Duration.ofSeconds(20)), "draining");
            draining.start();
            FrameClient.await("a word of farewell", () -> client.goAway.get() == 0);
            client.data(echo.stream, new byte[] {'o', 'k'}, FrameClient.END_STREAM);
            assertThat(echo.whole().text()).isEqualTo("ok");
            draining.join(20_000);
            FrameClient.await("the connection closed", () -> client.closed);
        }
    }
}
