package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies arrive as they were sent, either way, whatever their size and framing. */
class BodiesTest {
    private static final int MEGABYTE = 1 << 20;

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean echoHash(RawUpstream.Request request) throws IOException {
        return request.ok(hash(request.body()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 16_384, 65_536, 1_000_003, 10 * MEGABYTE})
    void goUp(int size) throws Exception {
        try (GatewayScene scene = GatewayScene.inFrontOf(RawUpstream.start(BodiesTest::echoHash))
                        .start();
                RawClient client = scene.connect()) {
            byte[] body = random(size);
            for (int i = 0; i < 2; i++) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n")
                        .send(body);
                assertThat(client.reply().text()).isEqualTo(hash(body));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 16_384, 65_536, 1_000_003, 10 * MEGABYTE})
    void comeDown(int size) throws Exception {
        byte[] body = random(size);
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
            request.out().write(body);
            return true;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            for (int i = 0; i < 2; i++) {
                assertThat(hash(client.get("/").body())).isEqualTo(hash(body));
            }
            assertThat(upstream.connections).hasValue(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 70_000, 10 * MEGABYTE})
    void goUpAndComeDownInChunks(int size) throws Exception {
        byte[] body = random(size);
        RawUpstream upstream = RawUpstream.start(request -> {
            byte[] seen = unchunk(request.in());
            request.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            chunk(request.out(), seen, "X-Sum: " + seen.length + "\r\n");
            return true;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n");
            ByteArrayOutputStream chunked = new ByteArrayOutputStream();
            chunk(chunked, body, "X-Sum: 1\r\n");
            client.send(chunked.toByteArray());
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            expected.writeBytes(body);
            expected.writeBytes("[X-Sum: 1]".getBytes(ISO_8859_1));
            expected.writeBytes(("[X-Sum: " + (size + 10) + "]").getBytes(ISO_8859_1));
            assertThat(hash(client.reply().body())).isEqualTo(hash(expected.toByteArray()));
            assertThat(client.send("POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                            .reply()
                            .text())
                    .isEqualTo("[X-Sum: 0]");
        }
    }

    private static void chunk(OutputStream out, byte[] body, String trailers) throws IOException {
        Random random = new Random(body.length);
        int at = 0;
        while (at < body.length) {
            int size = Math.min(body.length - at, 1 + random.nextInt(50_000));
            out.write((Integer.toHexString(size) + "\r\n").getBytes(ISO_8859_1));
            out.write(body, at, size);
            out.write("\r\n".getBytes(ISO_8859_1));
            at += size;
        }
        out.write(("0\r\n" + trailers + "\r\n").getBytes(ISO_8859_1));
        out.flush();
    }

    /** The body, with its trailers in brackets behind it. */
    private static byte[] unchunk(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int size = Integer.parseInt(line(in), 16);
        while (size > 0) {
            body.writeBytes(in.readNBytes(size));
            line(in);
            size = Integer.parseInt(line(in), 16);
        }
        for (String trailer = line(in); !trailer.isEmpty(); trailer = line(in)) {
            body.writeBytes(("[" + trailer + "]").getBytes(ISO_8859_1));
        }
        return body.toByteArray();
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("closed after " + line);
            }
            line.append((char) b);
        }
        return line.toString().strip();
    }

    @Test
    void mayEndWithTheConnection() throws Exception {
        byte[] body = random(300_000);
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 200 OK\r\n\r\n");
            request.out().write(body);
            return false;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            RawClient.Reply reply = client.get("/");
            assertThat(hash(reply.body())).isEqualTo(hash(body));
            assertThat(reply.has("Connection: close")).isTrue();
            assertThat(scene.upstreams.told).containsExactly("succeeded 200");
        }
    }

    @Test
    void areMissingWhereTheyMustBe() throws Exception {
        RawUpstream upstream =
                RawUpstream.start(request -> switch (request.line().split(" ", 3)[1]) {
                    case "/204" -> request.answer("HTTP/1.1 204 No Content\r\n\r\n");
                    case "/304" -> request.answer("HTTP/1.1 304 Not Modified\r\nContent-Length: 77\r\n\r\n");
                    case "/chunked" -> request.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                    default -> request.answer("HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n");
                });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/204").status()).isEqualTo(204);
            assertThat(client.get("/304").has("Content-Length: 77")).isTrue();
            RawClient.Reply head =
                    client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n").replyWithoutBody();
            assertThat(head.has("Content-Length: 77")).isTrue();
            client.send("HEAD /chunked HTTP/1.1\r\nHost: a\r\n\r\n").replyWithoutBody();
            assertThat(client.get("/204").status()).isEqualTo(204);
            assertThat(upstream.connections).hasValue(1);
        }
    }

    @Test
    void areNotUnpacked() throws Exception {
        byte[] packed = random(5_000);
        RawUpstream upstream = RawUpstream.start(request -> {
            assertThat(request.headers("Accept-Encoding")).containsExactly("gzip, br");
            request.answer("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5000\r\n\r\n");
            request.out().write(packed);
            return true;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            RawClient.Reply reply = client.get("/", "Accept-Encoding: gzip, br");
            assertThat(reply.body()).isEqualTo(packed);
            assertThat(reply.has("Content-Encoding: gzip")).isTrue();
        }
    }

    @Test
    void aStreamOfEventsFlowsAtOnce() throws Exception {
        java.util.concurrent.SynchronousQueue<String> events = new java.util.concurrent.SynchronousQueue<>();
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            try {
                for (int i = 0; i < 3; i++) {
                    request.answer("9\r\n" + events.take() + "\r\n");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return request.answer("0\r\n\r\n");
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").line("\r\n\r\n");
            for (int i = 0; i < 3; i++) {
                events.put("data: " + i + "\n\n");
                assertThat(client.line("\r\n") + client.line("\r\n")).contains("data: " + i);
            }
            assertThat(client.line("\r\n\r\n")).isEqualTo("0\r\n\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "0x5", "5 ", "5;x=y", "g", "", "+5", "5\n", "12345678901234567"})
    void chunksOfOddSizesAreBad(String size) throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> {
            unchunk(request.in());
            return request.ok("read");
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + size
                    + "\r\nhello\r\n0\r\n\r\n");
            assertThat(client.reply().status()).isEqualTo(400);
            client.socket.shutdownOutput();
            assertThat(client.isClosedByServer()).isTrue();
            assertThat(scene.upstreams.told).containsExactly("dropped");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5\r\nhelloX\r\n0\r\n\r\n",
                "5\r\nhello\n0\r\n\r\n",
                "5\nhello\r\n0\r\n\r\n",
                "0\r\n\n",
                "0\r\nContent-Length: 5\r\n\r\n",
                "0\r\nX-Forwarded-For: 1.1.1.1\r\n\r\n",
                "0\r\n folded: x\r\n\r\n",
                "0\r\nX: y\n\r\n",
            })
    void chunksWithBadEndsAreBad(String chunks) throws Exception {
        RawUpstream upstream = RawUpstream.start(request -> {
            unchunk(request.in());
            return request.ok("read");
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
            assertThat(client.reply().status()).isEqualTo(400);
        }
    }

    @Test
    @Tag("long") // 100 MB each way
    void areLargeBothWays() throws Exception {
        int size = 100 * MEGABYTE;
        RawUpstream upstream = RawUpstream.start(request -> {
            byte[] body = request.body();
            request.answer("HTTP/1.1 200 OK\r\nContent-Length: " + body.length + "\r\n\r\n");
            request.out().write(body);
            return true;
        });
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            byte[] body = random(size);
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + size + "\r\n\r\n")
                    .send(body);
            assertThat(hash(client.reply().body())).isEqualTo(hash(body));
        }
    }
}
