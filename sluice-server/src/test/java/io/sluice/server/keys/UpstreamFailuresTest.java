package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import javax.net.ServerSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the log, the access log and the admin port say when an upstream fails. */
class UpstreamFailuresTest {
    private static final String RULES = "rules: { idle: { match: /never, per: ip, limit: 1/day } }\n";

    @TempDir
    Path folder;

    private final Queue<String> logged = new ConcurrentLinkedQueue<>();
    private final Logger logger = Logger.getLogger("io.sluice.server.gateway.upstream");
    private final Handler listening = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(listening);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void forget() {
        logger.removeHandler(listening);
    }

    private ServerScene scene(String target, String keys) throws Exception {
        return ServerScene.of(
                RULES + "upstreams: { app: { targets: ['" + target + "'], retries: 0" + keys
                        + " } }\nserver: { access-log: access.jsonl }\n",
                folder);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Sockets that listen there, whatever is asked for. */
    private static ServerSocketFactory on(int port) {
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket(int any) throws IOException {
                return createServerSocket(any, 10, InetAddress.getLoopbackAddress());
            }

            @Override
            public ServerSocket createServerSocket(int any, int backlog) throws IOException {
                return createServerSocket(any, backlog, InetAddress.getLoopbackAddress());
            }

            @Override
            public ServerSocket createServerSocket(int any, int backlog, InetAddress address) throws IOException {
                ServerSocket socket = new ServerSocket();
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(address, port), backlog);
                return socket;
            }
        };
    }

    private JsonNode line(int number) throws IOException {
        Path file = folder.resolve("access.jsonl");
        ServerScene.until("line " + number + " is written", () -> lines(file).size() > number);
        return new JsonMapper().readTree(lines(file).get(number));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode target(ServerScene scene) {
        String all = RawHttp.to(scene.port("admin")).get("/api/upstreams").body();
        return new JsonMapper().readTree(all).get("targets").get(0);
    }

    @Test
    void aTargetThatIsDownIsLoggedOnceAndAgainWhenItIsBack() throws Exception {
        int port = freePort();
        String name = "http://127.0.0.1:" + port + " of upstream app";
        try (ServerScene scene = scene("http://127.0.0.1:" + port, "")) {
            for (int i = 0; i < 3; i++) {
                assertThat(scene.client().get("/").status()).isEqualTo(502);
            }
            assertThat(logged).containsExactly("WARNING " + name + " is down: connect refused");
            assertThat(target(scene).get("healthy").asBoolean()).isFalse();
            assertThat(target(scene).get("lastFailure").asString()).isEqualTo("connect refused");
            JsonNode failed = line(2);
            assertThat(failed.get("status").asInt()).isEqualTo(502);
            assertThat(failed.get("target").asString()).isEqualTo("127.0.0.1:" + port);
            assertThat(failed.get("error").asString()).isEqualTo("connect refused");

            try (RawUpstream back = RawUpstream.start(on(port), request -> request.ok("back"))) {
                assertThat(scene.client().get("/").body()).isEqualTo("back");
                assertThat(scene.client().get("/").body()).isEqualTo("back");
                assertThat(back.requests).hasSize(2);
            }
            assertThat(logged)
                    .containsExactly("WARNING " + name + " is down: connect refused", "INFO " + name + " is up again");
            assertThat(target(scene).get("healthy").asBoolean()).isTrue();
            assertThat(target(scene).get("lastFailure").asString()).isEmpty();
            assertThat(line(4).get("error").isNull()).isTrue();
        }
    }

    @Test
    void aTargetThatSaysNothingIsDownAfterAFew() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (RawUpstream upstream = RawUpstream.start(request -> await(never));
                ServerScene scene =
                        scene("http://127.0.0.1:" + upstream.address().getPort(), ", timeouts: { answer: 10ms }")) {
            for (int i = 0; i < 2; i++) {
                assertThat(scene.client().get("/").status()).isEqualTo(504);
            }
            assertThat(logged).isEmpty();
            assertThat(scene.client().get("/").status()).isEqualTo(504);
            assertThat(logged).hasSize(1).first().asString().endsWith("is down: timeout awaiting head");
            assertThat(line(0).get("error").asString()).isEqualTo("timeout awaiting head");
            never.countDown();
        }
    }

    private static boolean await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
            return false;
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aBreakerSaysWhyItOpened() throws Exception {
        try (RawUpstream upstream = RawUpstream.start(
                        request -> request.answer("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"));
                ServerScene scene = scene(
                        "http://127.0.0.1:" + upstream.address().getPort(), ", breaker: { of: 1, at-least: 1 }")) {
            assertThat(scene.client().get("/").status()).isEqualTo(500);
            assertThat(scene.client().get("/").status()).isEqualTo(503);
            assertThat(logged)
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("WARNING breaker of")
                    .endsWith("is open: status 500");
            assertThat(line(0).get("error").isNull()).isTrue();
            assertThat(line(1).get("error").asString()).isEqualTo("breaker open");
            assertThat(line(1).get("target").asString())
                    .isEqualTo("127.0.0.1:" + upstream.address().getPort());
        }
    }

    @Test
    void theConnectionLimitIsAnError() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        try (RawUpstream upstream = RawUpstream.start(request -> await(mayAnswer) || request.ok("late"));
                ServerScene scene = scene(
                        "http://127.0.0.1:" + upstream.address().getPort(), ", limits: { connections: 1, queue: 0 }");
                RawClient first = RawClient.on(new Socket(InetAddress.getLoopbackAddress(), scene.port("gateway")))) {
            first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            ServerScene.until("the first is there", () -> upstream.requests.size() == 1);
            assertThat(scene.client().get("/").status()).isEqualTo(503);
            assertThat(line(0).get("error").asString()).isEqualTo("connection limit");
            mayAnswer.countDown();
            assertThat(first.reply().text()).isEqualTo("late");
            assertThat(logged).isEmpty();
        }
    }
}
