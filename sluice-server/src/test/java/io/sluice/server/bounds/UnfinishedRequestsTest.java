package io.sluice.server.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.keys.ServerScene;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many connections, each with a request that does not end. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnfinishedRequestsTest {
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path folder;

    private final List<RawClient> clients = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    private ServerScene scene(String limits, String more) throws Exception {
        return ServerScene.of(
                "rules: { idle: { match: /never, per: ip, limit: 1/day } }\nserver: { limits: { " + limits + " }" + more
                        + " }",
                folder);
    }

    private RawClient begin(ServerScene scene, String door, String bytes) {
        RawClient client = RawClient.to(scene.port(door));
        clients.add(client);
        try {
            client.send(bytes);
        } catch (IOException e) {
            // refused while it was sending
        }
        return client;
    }

    private static String respOfAMegabyte() {
        String argument = "x".repeat(500_000);
        return "*3\r\n$500000\r\n" + argument + "\r\n$500000\r\n" + argument.substring(1);
    }

    private static String post(String path, int sent) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + (sent + 1) + "\r\n\r\n" + "x".repeat(sent);
    }

    private static double unfinished(ServerScene scene) {
        return Double.parseDouble(scene.meter("sluice_unfinished_bytes"));
    }

    private static double refused(ServerScene scene, String door, String cause) {
        return Double.parseDouble(
                scene.meter("sluice_unfinished_refused_total{cause=\"" + cause + "\",door=\"" + door + "\"}"));
    }

    /** Sends so many, sees that most of them are refused and that memory stays bounded, and that nothing is left of them. */
    private void flood(ServerScene scene, String door, String bytes, int count, double budget) throws Exception {
        for (int i = 0; i < count; i++) {
            begin(scene, door, bytes);
        }
        ServerScene.until("the budget holds", () -> unfinished(scene) <= budget);
        double expected = count - budget / (bytes.length() * 0.9);
        ServerScene.until("refusals of " + door, () -> refused(scene, door, "memory") >= expected);
        for (RawClient client : clients) {
            client.close();
        }
        ServerScene.until("everything is released", () -> unfinished(scene) == 0);
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void ofResp() throws Exception {
        try (ServerScene scene = scene("memory: 4MB", "")) {
            flood(scene, "resp", respOfAMegabyte(), 30, 4 * MEGABYTE);
            assertThat(begin(scene, "resp", "PING\r\n").line()).isEqualTo("+PONG");
        }
    }

    @Test
    void ofTheApi() throws Exception {
        try (ServerScene scene = scene("memory: 4MB", "")) {
            flood(scene, "api", post("/v1/check", 1_000_000), 30, 4 * MEGABYTE);
            assertThat(RawClient.to(scene.port("api")).get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void headsToTheApi() throws Exception {
        try (ServerScene scene = scene("memory: 256KB", "")) {
            String head = "GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(30_000);
            flood(scene, "api", head, 30, 256 * 1_024);
        }
    }

    @Test
    void headsToTheGateway() throws Exception {
        try (ServerScene scene = scene("memory: 128KB", "")) {
            String head = "GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(15_000);
            flood(scene, "gateway", head, 30, 128 * 1_024);
            assertThat(RawClient.to(scene.port("gateway")).get("/").status()).isEqualTo(200);
        }
    }

    /** Requests that the rules hold back for hours, with bodies that nobody takes meanwhile. */
    private ServerScene delaying(String limits) throws Exception {
        return ServerScene.of(
                "rules: { all: { limit: 1/h leaky-queue 1000, when-limited: delay } }\n"
                        + "server: { timeouts: { delay: 366d }, limits: { " + limits + " } }",
                folder);
    }

    @Test
    void bodiesOfHttp2BehindHeadsThatAreHeldBack() throws Exception {
        try (ServerScene scene = delaying("memory: 256KB")) {
            assertThat(begin(scene, "gateway", "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                            .reply()
                            .status())
                    .isEqualTo(200);
            byte[] head = headers(1, ":method", "POST", ":scheme", "http", ":path", "/", ":authority", "a");
            byte[] body = frame(0, 0, 1, new byte[16_000]);
            flood(scene, "gateway", text(PREFACE, head, body, body, body), 30, 256 * 1_024);
        }
    }

    @Test
    void ofTheAdminDoor() throws Exception {
        try (ServerScene scene = scene("memory: 256KB", "")) {
            flood(scene, "admin", post("/api/reset", 60_000), 30, 256 * 1_024);
            assertThat(RawClient.to(scene.port("admin")).get("/healthz").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void theLargestIsToldAndTheOthersAreServed() throws Exception {
        try (ServerScene scene = scene("memory: 2MB", "")) {
            List<RawClient> small = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                small.add(begin(scene, "resp", "*2\r\n$4\r\nECHO\r\n$100000\r\n" + "e".repeat(99_990)));
            }
            RawClient largest = begin(scene, "resp", respOfAMegabyte());
            assertThat(largest.line()).startsWith("-ERR Unfinished requests hold too much memory here");
            for (RawClient client : small) {
                assertThat(client.send("e".repeat(10) + "\r\n").line()).isEqualTo("$100000");
                assertThat(client.line()).isEqualTo("e".repeat(100_000));
            }
            ServerScene.until("everything is released", () -> unfinished(scene) == 0);
            assertThat(refused(scene, "resp", "memory")).isEqualTo(1);
        }
    }

    @Test
    void thatAreLateAreGivenUpOnEveryDoor() throws Exception {
        try (ServerScene scene = scene("memory: 4MB", ", timeouts: { request: 100ms }")) {
            RawClient idle = begin(scene, "resp", "");
            assertThat(begin(scene, "resp", "*2\r\n$4\r\nPI").line())
                    .isEqualTo("-ERR The request did not come in time.");
            assertThat(begin(scene, "api", "GET / HT").reply().status()).isEqualTo(408);
            assertThat(begin(scene, "api", post("/v1/check", 10)).reply().status())
                    .isEqualTo(408);
            assertThat(begin(scene, "admin", post("/api/reset", 10)).reply().status())
                    .isEqualTo(408);
            assertThat(refused(scene, "api", "time")).isEqualTo(2);
            ServerScene.until("everything is released", () -> unfinished(scene) == 0);
            assertThat(idle.send("PING\r\n").line()).isEqualTo("+PONG");
        }
    }

    private static final byte[] PREFACE =
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static byte[] headers(int stream, String... fields) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            block.write(0); // a literal without indexing, both texts plain and shorter than 127
            for (String text : List.of(fields[i], fields[i + 1])) {
                block.write(text.length());
                block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return frame(1, 4, stream, block.toByteArray());
    }

    private static byte[] call(int stream, int messageBytes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(headers(
                stream,
                ":method",
                "POST",
                ":scheme",
                "http",
                ":path",
                "/envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit",
                ":authority",
                "a",
                "content-type",
                "application/grpc",
                "te",
                "trailers"));
        byte[] message = new byte[5 + messageBytes];
        ByteBuffer.wrap(message).put(0, (byte) 0).putInt(1, messageBytes + 1);
        for (int at = 0; at < message.length; at += 16_384) {
            all.writeBytes(frame(0, 0, stream, Arrays.copyOfRange(message, at, Math.min(message.length, at + 16_384))));
        }
        return all.toByteArray();
    }

    private static String text(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void messagesOfGrpc() throws Exception {
        try (ServerScene scene = scene("memory: 1MB", "")) {
            flood(scene, "api", text(PREFACE, call(1, 30_000), call(3, 30_000)), 60, MEGABYTE);
        }
    }

    @Test
    void callsOfGrpcWithoutAMessage() throws Exception {
        ByteArrayOutputStream calls = new ByteArrayOutputStream();
        calls.writeBytes(PREFACE);
        for (int i = 0; i < 50; i++) {
            calls.writeBytes(call(2 * i + 1, 0));
        }
        try (ServerScene scene = scene("memory: 1MB", "")) {
            for (int i = 0; i < 20; i++) {
                begin(scene, "api", calls.toString(StandardCharsets.ISO_8859_1));
            }
            ServerScene.until("refusals", () -> refused(scene, "api", "memory") >= 10);
            ServerScene.until("the budget holds", () -> unfinished(scene) <= MEGABYTE);
        }
    }

    @Test
    void aCallOfGrpcThatIsLateEndsItsConnection() throws Exception {
        try (ServerScene scene = scene("memory: 1MB", ", timeouts: { request: 100ms }")) {
            RawClient client = begin(scene, "api", text(PREFACE, call(1, 10)));
            assertThat(client.rest()).isNotNull();
            assertThat(refused(scene, "api", "time")).isEqualTo(1);
            ServerScene.until("everything is released", () -> unfinished(scene) == 0);
        }
    }
}
