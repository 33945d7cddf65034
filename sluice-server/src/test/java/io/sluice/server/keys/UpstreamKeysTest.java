package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.tls.TestCertificate;
import io.sluice.testkit.keys.Shows;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How upstreams are treated. {@code /patient} goes to one with much of a setting, everything else to one with little of it. Where it is about time the first is asked before
 * the second: without the setting it would be given up before.
 */
class UpstreamKeysTest {
    private static final String SWITCH =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

    @TempDir
    Path folder;

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final RawUpstream upstream = RawUpstream.start(this::answer);

    @AfterEach
    void close() {
        mayAnswer.countDown();
        upstream.close();
    }

    /** As the last part of the path says. */
    private boolean answer(RawUpstream.Request request) throws IOException {
        String path = request.line().split(" ", 3)[1];
        switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "late" -> {
                await(mayAnswer);
                return request.ok("late");
            }
            case "halves" -> {
                request.answer("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\none");
                await(mayAnswer);
                return request.answer("two");
            }
            case "never" -> {
                return false;
            }
            case "echo" -> {
                request.answer(SWITCH);
                for (int b = request.in().read(); b >= 0; b = request.in().read()) {
                    request.out().write(b);
                }
                return false;
            }
            default -> {
                return request.ok("passed");
            }
        }
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private ServerScene scene(String much, String little) throws Exception {
        String here = ServerScene.url("http", upstream);
        return scene(here, much, here, little);
    }

    private ServerScene scene(String one, String much, String other, String little) throws Exception {
        return ServerScene.of("""
                rules: { idle: { match: /never, per: ip, limit: 1/day } }
                upstreams:
                  patient: { targets: [%s], %s }
                  hasty: { targets: [%s], %s }
                routes: [{ path: /patient/**, upstream: patient }, { upstream: hasty }]
                """.formatted(one, much, other, little), folder);
    }

    private static RawClient ask(RawClient client, String path, String... lines) throws IOException {
        return client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n" + String.join("", lines) + "\r\n");
    }

    @Test
    @Shows("upstreams.*.retries")
    void asksAgainSoOften() throws Exception {
        try (ServerScene scene = scene("retries: 3", "retries: 0")) {
            assertThat(scene.client().get("/hasty/never").status()).isEqualTo(502);
            assertThat(upstream.requests).hasSize(1);
            assertThat(scene.client().get("/patient/never").status()).isEqualTo(502);
            assertThat(upstream.requests).hasSize(1 + 4);
        }
    }

    @Test
    @Shows("upstreams.*.timeouts.answer")
    void waitsForAnAnswer() throws Exception {
        try (ServerScene scene = scene("timeouts: { answer: 1h }", "timeouts: { answer: 50ms }");
                RawClient slow = scene.connect();
                RawClient late = scene.connect()) {
            ask(slow, "/patient/late");
            assertThat(late.get("/hasty/late").status()).isEqualTo(504);
            mayAnswer.countDown();
            assertThat(slow.reply().text()).isEqualTo("late");
        }
    }

    @Test
    @Shows("upstreams.*.timeouts.idle")
    void waitsForTheRestOfAnAnswer() throws Exception {
        try (ServerScene scene = scene("timeouts: { idle: 1h }", "timeouts: { idle: 50ms }");
                RawClient slow = scene.connect();
                RawClient late = scene.connect()) {
            ask(slow, "/patient/halves");
            assertThatThrownBy(() -> late.get("/hasty/halves"))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
            mayAnswer.countDown();
            assertThat(slow.reply().text()).isEqualTo("onetwo");
        }
    }

    @Test
    @Shows("upstreams.*.timeouts.keep-alive")
    void keepsConnectionsWithoutRequests() throws Exception {
        try (ServerScene scene = scene("timeouts: { keep-alive: 1h }", "timeouts: { keep-alive: 50ms }");
                RawClient slow = scene.connect();
                RawClient late = scene.connect()) {
            slow.get("/patient/");
            late.get("/hasty/");
            assertThat(upstream.requests.get(1).in().read()).isNegative();
            slow.get("/patient/");
            assertThat(upstream.connections).hasValue(2);
            late.get("/hasty/");
            assertThat(upstream.connections).hasValue(3);
        }
    }

    @Test
    @Shows("upstreams.*.timeouts.tunnel")
    void keepsTunnelsInWhichNothingIsSaid() throws Exception {
        String upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
        try (ServerScene scene = scene("timeouts: { tunnel: 1h }", "timeouts: { tunnel: 50ms }");
                RawClient slow = scene.connect();
                RawClient late = scene.connect()) {
            assertThat(ask(slow, "/patient/echo", upgrade).reply().status()).isEqualTo(101);
            assertThat(ask(late, "/hasty/echo", upgrade).reply().status()).isEqualTo(101);
            assertThat(late.isClosedByServer()).isTrue();
            assertThat(slow.send("hello\n").line("\n")).isEqualTo("hello\n");
        }
    }

    /** Nobody takes the connections, so that TLS does not begin: in the end for one of them it does. */
    @Test
    @Shows("upstreams.*.timeouts.connect")
    void waitsForAConnection() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        String keys = "retries: 0, tls: { verify: false }, timeouts: { connect: %s }";
        try (ServerSocket slowTarget = TestCertificate.make(folder, "target")
                        .server()
                        .getServerSocketFactory()
                        .createServerSocket(0, 5, here);
                ServerSocket lateTarget = new ServerSocket(0, 5, here);
                ServerScene scene = scene(
                        "'https://127.0.0.1:" + slowTarget.getLocalPort() + "'",
                        keys.formatted("1h"),
                        "'https://127.0.0.1:" + lateTarget.getLocalPort() + "'",
                        keys.formatted("50ms"));
                RawClient slow = scene.connect();
                RawClient late = scene.connect()) {
            ask(slow, "/patient/");
            assertThat(late.get("/hasty/").status()).isEqualTo(502);
            try (RawClient gateway = RawClient.on(slowTarget.accept())) {
                assertThat(gateway.line("\r\n\r\n")).startsWith("GET /patient/ ");
                gateway.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nsafe");
                assertThat(slow.reply().text()).isEqualTo("safe");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"keep, localhost", "target, 127.0.0.1:<port>", "app.internal, app.internal"})
    @Shows({"upstreams.*.host", "routes[].path", "routes[].upstream"})
    void tellsTheUpstreamWhomTheClientCalled(String key, String host) throws Exception {
        try (ServerScene scene = scene("host: " + key, "host: another.internal")) {
            assertThat(scene.client().get("/patient/").status()).isEqualTo(200);
            String port = Integer.toString(upstream.address().getPort());
            assertThat(upstream.requests.get(0).headers("Host")).containsExactly(host.replace("<port>", port));
        }
    }
}
