package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** With counters in Redis, what a client is told after a refusal moves with what is granted after it, at every port. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RememberedRefusalsIT {
    private static final String REFUSED_FOR_HALF_AN_HOUR = "1 100 0 1800 3600";

    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));
    private RedisServer redis;
    private ServerScene scene;

    @BeforeEach
    void start() throws Exception {
        redis = RedisServer.start();
        scene = ServerScene.of("""
                store: { url: "%s", budget: 5s, instances: 1 }
                rules:
                  reports: { match: "/reports", per: ip, limit: 100/h burst 100, cost: { header: X-Cost } }
                """.formatted(redis.url()) + ServerScene.to(upstream), folder);
        ServerScene.until("Redis counts", () -> {
            throttle("first", 1);
            return !redis.command("KEYS", "*first*").isEmpty();
        });
    }

    @AfterEach
    void close() {
        scene.close();
        redis.close();
        upstream.close();
    }

    private String throttle(String key, int permits) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), scene.port("resp"))) {
            socket.getOutputStream()
                    .write(("CL.THROTTLE " + key + " 99 100 3600 " + permits + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return numbers(socket.getInputStream());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String numbers(InputStream in) throws IOException {
        StringBuilder reply = new StringBuilder();
        for (int lines = 0; lines < 6; ) {
            int next = in.read();
            assertThat(next).as("a byte of the reply").isNotNegative();
            lines += next == '\n' ? 1 : 0;
            reply.append((char) next);
        }
        return reply.toString()
                .replaceFirst("\\*5\r\n:", "")
                .replace("\r\n:", " ")
                .strip();
    }

    @Test
    void ofCommandsOfRedisClients() {
        assertThat(throttle("k", 60)).isEqualTo("0 100 40 -1 2160");
        assertThat(throttle("k", 50)).isEqualTo("1 100 40 360 2160");
        assertThat(throttle("k", 40)).isEqualTo("0 100 0 -1 3600");
        assertThat(throttle("k", 50)).isEqualTo(REFUSED_FOR_HALF_AN_HOUR);
        assertThat(throttle("k", -20)).isEqualTo("0 100 20 -1 2880");
        assertThat(throttle("k", 50)).isEqualTo("1 100 20 1080 2880");
    }

    private JsonNode check(int permits) {
        String body = "{\"limit\": \"100/h burst 100\", \"key\": \"ann\", \"permits\": " + permits + "}";
        RawAnswer answer = RawHttp.to(scene.port("api"))
                .exchange(
                        "POST /v1/check HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
                                + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        return JsonMapper.shared().readTree(answer.body());
    }

    @Test
    void ofTheDecisionApi() {
        assertThat(check(60).get("allowed").booleanValue()).isTrue();
        assertThat(check(50).get("headers").get("Retry-After").stringValue()).isEqualTo("360");
        assertThat(check(40).get("allowed").booleanValue()).isTrue();
        JsonNode again = check(50);
        assertThat(again.get("headers").get("Retry-After").stringValue()).isEqualTo("1800");
        assertThat(again.get("remaining").longValue()).isZero();
    }

    private RawAnswer report(int cost) {
        return scene.client().get("/reports", "X-Cost: " + cost);
    }

    @Test
    void ofTheGateway() {
        assertThat(report(60).status()).isEqualTo(200);
        assertThat(report(50).headers("Retry-After")).containsExactly("360");
        assertThat(report(40).status()).isEqualTo(200);
        assertThat(report(50).headers("Retry-After")).containsExactly("1800");
    }
}
