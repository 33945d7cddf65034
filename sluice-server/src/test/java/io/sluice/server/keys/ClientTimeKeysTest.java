package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long clients may take. Each test asks a patient server first and a hasty one after it: when the hasty one has given up, the patient one is still there. Without the
 * key the patient one would have given up before.
 */
class ClientTimeKeysTest {
    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> {
        request.body();
        return request.ok("passed");
    });

    @AfterEach
    void close() {
        upstream.close();
    }

    private ServerScene scene(String times) throws Exception {
        return ServerScene.with(upstream, folder, "timeouts: { " + times + " }");
    }

    /** The hasty one has to wait for the first word of its client, which is said at once, also on a busy machine. */
    @Test
    @Shows("server.timeouts.head")
    void aHead() throws Exception {
        try (ServerScene patient = scene("head: 1h");
                ServerScene hasty = scene("head: 1s");
                RawClient slow = patient.connect()) {
            slow.send("GET / HTTP/1.1\r\nHo");
            try (RawClient late = hasty.connect()) {
                assertThat(late.send("GET / HTTP/1.1\r\nHo").reply().status()).isEqualTo(408);
            }
            assertThat(slow.send("st: a\r\n\r\n").reply().status()).isEqualTo(200);
        }
    }

    @Test
    @Shows("server.timeouts.body")
    void aBody() throws Exception {
        String half = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha";
        try (ServerScene patient = scene("body: 1h");
                ServerScene hasty = scene("body: 50ms");
                RawClient slow = patient.connect();
                RawClient late = hasty.connect()) {
            slow.send(half);
            assertThat(late.send(half).reply().status()).isEqualTo(408);
            assertThat(slow.send("lf").reply().status()).isEqualTo(200);
        }
    }

    @Test
    @Shows("server.timeouts.keep-alive")
    void aConnectionWithoutRequests() throws Exception {
        try (ServerScene patient = scene("keep-alive: 1h");
                ServerScene hasty = scene("keep-alive: 50ms");
                RawClient slow = patient.connect();
                RawClient late = hasty.connect()) {
            assertThat(slow.get("/").status()).isEqualTo(200);
            assertThat(late.get("/").status()).isEqualTo(200);
            assertThat(late.isClosedByServer()).isTrue();
            assertThat(slow.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    @Shows("server.timeouts.request")
    void theRestOfARequest() throws Exception {
        try (ServerScene patient = scene("request: 1h");
                ServerScene hasty = scene("request: 1s");
                RawClient slow = patient.connect("resp");
                RawClient late = hasty.connect("resp")) {
            slow.send("PIN");
            late.send("PIN");
            assertThat(late.line()).isEqualTo("-ERR The request did not come in time.");
            assertThat(slow.send("G\r\n").line()).isEqualTo("+PONG");
        }
    }

    /** The second request would wait for an hour, and is let wait by the patient one only. */
    @Test
    @Shows("server.timeouts.delay")
    void aDelay() throws Exception {
        String rules = "rules: { all: { limit: 1/h leaky-queue 5, when-limited: delay } }\n" + ServerScene.to(upstream);
        try (ServerScene patient = ServerScene.of(rules + "server: { timeouts: { delay: 2h } }", folder);
                ServerScene hasty = ServerScene.of(rules + "server: { timeouts: { delay: 30m } }", folder);
                RawClient slow = patient.connect();
                RawClient late = hasty.connect()) {
            assertThat(slow.get("/").status()).isEqualTo(200);
            slow.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            assertThat(late.get("/").status()).isEqualTo(200);
            assertThat(late.get("/").status()).isEqualTo(429);
            ServerScene.until(
                    "held back",
                    () -> patient.meter("sluice_gateway_requests_active").equals("1.0"));
        }
    }
}
