package io.sluice.server.api;

import static io.sluice.server.api.ProxyScene.field;
import static io.sluice.server.api.ProxyScene.problem;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.Until;
import io.sluice.server.api.ProxyScene.OnFailure;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the recipes of docs/doors.md do while Sluice, here a process of its own, cannot be asked. */
class ProxyWithoutSluiceTest {
    /** Well below the three seconds that each of five requests took where no timeout was set. */
    private static final Duration FIVE_REQUESTS = Duration.ofSeconds(12);

    private static final int CONNECTIONS = 200;
    private static final int LOOK_MILLIS = 500;

    @TempDir
    private Path folder;

    private int port;

    @BeforeEach
    void choosePort() throws IOException {
        port = RealProgram.freePort();
    }

    private RealProgram service() throws Exception {
        Path own = Files.createTempDirectory(folder, "service");
        return RealProgram.start(
                own,
                port,
                "java",
                "-cp",
                ownClassPath(),
                ApiProcess.class.getName(),
                Integer.toString(port),
                "rules: { never: { match: /never, limit: 1/h } }");
    }

    private static String ownClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    @ParameterizedTest
    @CsvSource({"nginx, OPEN", "nginx, CLOSED", "caddy, OPEN", "caddy, CLOSED", "haproxy, OPEN", "haproxy, CLOSED"})
    void answersInTime(String proxy, OnFailure variant) throws Exception {
        try (ProxyScene scene = new ProxyScene(folder, port)) {
            RealProgram sluice = service();
            try (RealProgram front = scene.start(proxy, variant, UnaryOperator.identity())) {
                assertThat(front).isNotNull();
                limits(scene);
                sluice.signal("STOP");
                Until.holds(() -> !answers());
                oneIsAnswered(scene, variant, "stopped");
                sluice.signal("CONT");
                limits(scene);
                sluice.close();
                fiveAreAnswered(scene, variant, "port closed");
                try (ServerSocket silent = new ServerSocket(port, CONNECTIONS, InetAddress.getLoopbackAddress())) {
                    assertThat(silent.isBound()).isTrue();
                    fiveAreAnswered(scene, variant, "accepts and never answers");
                }
                sluice = service();
                limits(scene);
            } finally {
                sluice.close();
            }
        }
    }

    /** The service is asked, and a late answer to an earlier request is not taken for that to another. */
    private static void limits(ProxyScene scene) throws InterruptedException {
        Until.holds(() -> status(scene, "/never") == 429);
        Until.holds(() -> status(scene, "/elsewhere") == 200);
    }

    private static int status(ProxyScene scene, String target) {
        try {
            return scene.get(target).statusCode();
        } catch (IOException e) {
            throw new AssertionError("the proxy itself does not answer", e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** A signal reaches the threads of a process one after the other. */
    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(LOOK_MILLIS);
            socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
            return socket.getInputStream().read() >= 0;
        } catch (IOException noAnswer) {
            return false;
        }
    }

    private static void fiveAreAnswered(ProxyScene scene, OnFailure variant, String state) throws Exception {
        long start = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            answered(scene.get("/never"), variant, "", state);
        }
        oneIsAnswered(scene, variant, state);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("five requests while Sluice is: %s", state)
                .isLessThan(FIVE_REQUESTS);
    }

    private static void oneIsAnswered(ProxyScene scene, OnFailure variant, String state) throws Exception {
        answered(scene.post("/never", " you"), variant, " you", state);
    }

    private static void answered(HttpResponse<String> answer, OnFailure variant, String sent, String state) {
        if (variant == OnFailure.OPEN) {
            assertThat(answer.statusCode()).as(state).isEqualTo(200);
            assertThat(answer.body()).as(state).isEqualTo("hello" + sent);
        } else {
            assertThat(answer.statusCode()).as(state).isEqualTo(503);
            assertThat(problem(answer).get("status").asInt()).as(state).isEqualTo(503);
            assertThat(field(answer, "Retry-After")).as(state).isEqualTo("1");
            assertThat(field(answer, "Cache-Control")).as(state).isEqualTo("no-store");
        }
    }
}
