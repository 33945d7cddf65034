package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.CounterMemory;
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
    @Shows("server.limits.api-connections")
    void connectionsToTheApi() throws Exception {
        try (ServerScene scene = scene("api-connections: 1");
                RawClient first = scene.connect("api");
                RawClient second = refusedAfter(first.get("/").status() == 200, scene, "api")) {
            assertThat(second.isClosedByServer()).isTrue();
            assertThat(scene.meter("sluice_connections_max{door=\"api\"}")).isEqualTo("1.0");
            assertThat(scene.meter("sluice_connections_refused_total{door=\"api\"}"))
                    .isEqualTo("1.0");
        }
    }

    @Test
    @Shows("server.limits.resp-connections")
    void connectionsToResp() throws Exception {
        try (ServerScene scene = scene("resp-connections: 1");
                RawClient first = scene.connect("resp");
                RawClient second = refusedAfter(first.send("PING\r\n").line().equals("+PONG"), scene, "resp")) {
            assertThat(second.line()).isEqualTo("-ERR max number of clients reached");
            assertThat(second.isClosedByServer()).isTrue();
            assertThat(scene.meter("sluice_connections_refused_total{door=\"resp\"}"))
                    .isEqualTo("1.0");
        }
    }

    @Test
    @Shows("server.limits.admin-connections")
    void connectionsToTheAdminDoor() throws Exception {
        try (ServerScene scene = scene("admin-connections: 1");
                RawClient first = scene.connect("admin");
                RawClient second = refusedAfter(first.get("/healthz").status() == 200, scene, "admin")) {
            assertThat(second.isClosedByServer()).isTrue();
            assertThat(first.get("/metrics").text())
                    .contains(
                            "sluice_connections_refused_total{door=\"admin\"} 1.0",
                            "sluice_connections{door=\"admin\"} 1.0");
        }
    }

    /** Another connection, once the first is there. */
    private static RawClient refusedAfter(boolean firstIsThere, ServerScene scene, String door) throws Exception {
        assertThat(firstIsThere).isTrue();
        return scene.connect(door);
    }

    @Test
    @Shows("server.limits.memory")
    void memoryOfUnfinishedRequests() throws Exception {
        String half =
                "POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100001\r\n\r\n"
                        + "x".repeat(100_000);
        try (ServerScene narrow = scene("memory: 64KB");
                ServerScene wide = scene("memory: 1MB");
                RawClient refused = narrow.connect("api");
                RawClient served = wide.connect("api")) {
            assertThat(served.send(half).send("x").reply().status()).isEqualTo(400);
            assertThat(refused.send(half).reply().status()).isEqualTo(503);
        }
    }

    @Test
    @Shows("server.limits.counters")
    void memoryOfCounters() throws Exception {
        try (ServerScene wide = scene("counters: 100MB")) {
            countKeys(wide);
            assertThat(wide.meter("sluice_evictions_total")).isEqualTo("0.0");
        }
        try (ServerScene narrow = scene("counters: 1MB")) {
            assertThat(Double.parseDouble(narrow.meter("sluice_counter_bytes_max")))
                    .isEqualTo(1_048_576.0);
            countKeys(narrow);
            assertThat(Double.parseDouble(narrow.meter("sluice_evictions_total")))
                    .isPositive();
        } finally {
            CounterMemory.limit(CounterMemory.defaultLimit());
        }
    }

    /** Of 60,000 addresses. */
    private static void countKeys(ServerScene scene) throws Exception {
        try (RawClient client = scene.connect("api")) {
            for (int i = 0; i < 60; i++) {
                StringBuilder checks = new StringBuilder("{\"checks\":[");
                for (int j = 0; j < 1_000; j++) {
                    checks.append(j == 0 ? "" : ",")
                            .append("{\"attributes\":{\"path\":\"/never\",\"ip\":\"10.1.")
                            .append(i * 4 + j / 250)
                            .append('.')
                            .append(j % 250)
                            .append("\"}}");
                }
                String body = checks.append("]}").toString();
                client.send("POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body);
                assertThat(client.reply().status()).isEqualTo(200);
            }
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
