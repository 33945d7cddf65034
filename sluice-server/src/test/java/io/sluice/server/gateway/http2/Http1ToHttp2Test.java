package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients of HTTP/1.1 in front of an application that speaks HTTP/2. */
class Http1ToHttp2Test {
    private TestApplication application;
    private Http2Scene scene;
    private RawHttp client;

    @BeforeEach
    void start() throws Exception {
        application = TestApplication.http2();
        scene = Http2Scene.of(
                "rules:\n  api: { match: /api/**, per: ip, limit: 2/min }\n  all: { limit: 1000000/s }\n",
                OneUpstream.http2(application.port()));
        client = RawHttp.to(scene.port());
    }

    @AfterEach
    void stop() {
        scene.close();
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    @Test
    void requestsAreServedAndLimited() {
        RawAnswer first = client.get("/api/a?b=c");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("served");
        assertThat(first.headers("X-RateLimit-Remaining")).containsExactly("1");
        assertThat(client.get("/api/a").status()).isEqualTo(200);
        assertThat(client.get("/api/a").status()).isEqualTo(429);
        assertThat(application.seen).containsExactly("GET /api/a?b=c", "GET /api/a");
    }

    @Test
    void requestsBehindEachOtherAreAnsweredInOrderAndEachIsDecidedAbout() throws Exception {
        String api = "GET /api/a HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String last = "GET /headers HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        try (Socket socket = client.send(api + api + api + last)) {
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(all.split("HTTP/1.1 ", -1))
                    .extracting(part -> part.length() < 3 ? "" : part.substring(0, 3))
                    .containsExactly("", "200", "200", "429", "200");
            assertThat(all).contains("x-forwarded-for: 127.0.0.1");
        }
    }

    @Test
    void withoutAHostTheTargetIsCalledWhatItIs() {
        assertThat(client.exchange("GET /headers HTTP/1.0\r\n\r\n").body().lines())
                .contains("host: 127.0.0.1:" + application.port());
    }

    @Test
    void chunksAndTrailersComeThrough() {
        RawAnswer echo = client.exchange(lines(
                "POST /echo HTTP/1.1",
                "Host: localhost",
                "Transfer-Encoding: chunked",
                "Connection: close",
                "",
                "5",
                "hello",
                "6",
                " world",
                "0",
                "X-Sum: 42",
                ""));
        assertThat(echo.status()).isEqualTo(200);
        assertThat(echo.body()).contains("hello").contains(" world").containsIgnoringCase("x-sum: 42");
    }

    @Test
    void whatCouldMeanSomethingElseIsRefusedOnAConnectionThatWasHandedOverToo() throws Exception {
        String good = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        for (String bad : new String[] {
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\nHost: a\n\n"
        }) {
            application.seen.clear();
            try (Socket socket = client.send(good + bad)) {
                String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
                assertThat(all).startsWith("HTTP/1.1 200 ").contains("HTTP/1.1 400 ");
            }
            assertThat(application.seen).containsExactly("GET /");
        }
    }

    @Test
    void aBadChunkIsNotPassedOn() {
        RawAnswer answer = client.exchange(lines(
                "POST /hash HTTP/1.1",
                "Host: localhost",
                "Transfer-Encoding: chunked",
                "",
                "5",
                "hello",
                "0x5",
                "world",
                "0",
                ""));
        assertThat(answer.status()).isIn(0, 400);
        assertThat(scene.upstream.told).doesNotContain("succeeded 200");
    }

    @Test
    void whoWaitsForAWordBeforeTheBodyGetsIt() throws Exception {
        String head = lines(
                "POST /hash HTTP/1.1",
                "Host: localhost",
                "Content-Length: 2",
                "Expect: 100-continue",
                "Connection: close",
                "");
        try (Socket socket = client.send(head)) {
            byte[] word = socket.getInputStream().readNBytes(25);
            assertThat(new String(word, StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 100 Continue\r\n");
            socket.getOutputStream().write(new byte[] {'o', 'k'});
            String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(rest).contains("HTTP/1.1 200 OK");
        }
    }

    @Test
    void largeBodiesComeThroughWhole() throws Exception {
        byte[] sent = ApplicationHandler.bytes(10_000_000);
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String base = "http://127.0.0.1:" + scene.port();
        HttpResponse<String> hash = http.send(
                HttpRequest.newBuilder(URI.create(base + "/hash"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(sent))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(hash.body())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(sent)));
        HttpResponse<byte[]> bytes = http.send(
                HttpRequest.newBuilder(URI.create(base + "/bytes/10000000")).build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(bytes.body()).isEqualTo(sent);
    }

    @Test
    void aClientThatLeavesIsNoticed() throws Exception {
        try (Socket socket = client.send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            FrameClient.await("the request has come", () -> !application.seen.isEmpty());
            assertThat(socket.isConnected()).isTrue();
        }
        FrameClient.await("told", () -> scene.upstream.told.contains("dropped"));
    }

    /** What comes behind the request under way is read and not answered: a close would cost the client what it has not read. */
    @Test
    void drainingLetsALongAnswerEnd() throws Exception {
        int length = 30_000_000;
        String requests = "GET /bytes/" + length + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
                + "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000);
        Thread draining = new Thread(() -> scene.gateway.drain(Duration.ofSeconds(30)));
        try (Socket socket = client.send(requests)) {
            FrameClient.await("it is under way", () -> !application.seen.isEmpty());
            draining.start();
            FrameClient.await("the door is shut", () -> !isOpen(scene.port()));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(all).hasSize(length + all.indexOf("\r\n\r\n") + 4);
            assertThat(application.seen).hasSize(1);
        }
        draining.join();
    }

    private static boolean isOpen(int port) {
        try (Socket another = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return another.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }
}
