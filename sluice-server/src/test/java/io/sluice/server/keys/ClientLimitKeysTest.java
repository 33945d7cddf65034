package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.http.RawHttp;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much clients may take. */
class ClientLimitKeysTest {
    private static final int NO_ANSWER = 0;

    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));

    @AfterEach
    void close() {
        upstream.close();
    }

    private ServerScene scene(String limits) throws Exception {
        return ServerScene.with(upstream, folder, "limits: { " + limits + " }");
    }

    @Test
    @Shows("server.limits.connections")
    void connectionsInAll() throws Exception {
        try (ServerScene scene = scene("connections: 1");
                RawClient first = scene.connect()) {
            assertThat(first.get("/").status()).isEqualTo(200);
            assertThat(scene.client().get("/").status()).isEqualTo(NO_ANSWER);
        }
    }

    @Test
    @Shows("server.limits.connections-per-address")
    void connectionsOfOneAddress() throws Exception {
        try (ServerScene scene = scene("connections-per-address: 1");
                RawClient first = scene.connect()) {
            assertThat(first.get("/").status()).isEqualTo(200);
            assertThat(scene.client().get("/").status()).isEqualTo(NO_ANSWER);
            assertThat(scene.client().from("127.0.0.2").get("/").status()).isEqualTo(200);
        }
    }

    @Test
    @Shows("server.limits.head")
    void bytesOfAHead() throws Exception {
        String large = "X: " + "x".repeat(1_500);
        String larger = "X: " + "x".repeat(20_000);
        try (ServerScene narrow = scene("head: 1KB");
                ServerScene wide = scene("head: 32KB")) {
            assertThat(narrow.client().get("/", large).status()).isEqualTo(431);
            assertThat(narrow.client().get("/").status()).isEqualTo(200);
            assertThat(wide.client().get("/", larger).status()).isEqualTo(200);
        }
    }

    @Test
    @Shows("server.limits.headers")
    void headersOfAHead() throws Exception {
        try (ServerScene scene = scene("headers: 3")) {
            RawHttp client = scene.client();
            assertThat(client.get("/", "X: 1").status()).isEqualTo(200);
            assertThat(client.get("/", "X: 1", "Y: 2").status()).isEqualTo(431);
        }
    }

    @Test
    @Shows("server.limits.requests-per-connection")
    void requestsOnAConnection() throws Exception {
        try (ServerScene scene = scene("requests-per-connection: 2");
                RawClient client = scene.connect()) {
            assertThat(client.get("/").has("Connection: close")).isFalse();
            assertThat(client.get("/").has("Connection: close")).isTrue();
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    @Shows("server.limits.streams")
    void streamsOfAConnection() throws Exception {
        try (ServerScene scene = scene("streams: 7");
                RawClient client = scene.connect()) {
            assertThat(Http2Greeting.of(client).mostStreams()).isEqualTo(7);
        }
    }
}
