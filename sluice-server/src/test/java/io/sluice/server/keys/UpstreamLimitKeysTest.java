package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.http.RawHttp;
import io.sluice.testkit.keys.Shows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How many connections there are to upstreams, and what becomes of requests beyond. */
class UpstreamLimitKeysTest {
    private static final String NO_LIMIT = "rules: { idle: { match: /never, per: ip, limit: 1/day } }\n";

    @TempDir
    Path folder;

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final RawUpstream upstream = RawUpstream.start(this::answer);

    private boolean answer(RawUpstream.Request request) throws IOException {
        try {
            mayAnswer.await();
            return request.ok("late");
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @AfterEach
    void close() {
        mayAnswer.countDown();
        upstream.close();
    }

    private String app(String name, String limits) {
        return "  " + name + ": { targets: [" + ServerScene.url("http", upstream) + "], limits: { " + limits + " } }\n";
    }

    private static RawClient ask(ServerScene scene, String path) throws IOException {
        return scene.connect().send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }

    private static JsonNode target(ServerScene scene, int number) {
        String all = RawHttp.to(scene.port("admin")).get("/api/upstreams").body();
        return new JsonMapper().readTree(all).get("targets").get(number);
    }

    @Test
    @Shows({"upstreams.*.limits.connections", "upstreams.*.limits.queue"})
    void connectionsToATargetAndTheQueueForThem() throws Exception {
        String upstreams = "upstreams:\n" + app("app", "connections: 2, queue: 1");
        try (ServerScene scene = ServerScene.of(NO_LIMIT + upstreams, folder);
                RawClient first = ask(scene, "/");
                RawClient second = ask(scene, "/")) {
            ServerScene.until("two requests are there", () -> upstream.requests.size() == 2);
            try (RawClient third = ask(scene, "/")) {
                ServerScene.until(
                        "the third waits", () -> target(scene, 0).get("waiting").asInt() == 1);
                assertThat(target(scene, 0).get("connections").asInt()).isEqualTo(2);
                assertThat(scene.meter("sluice_gateway_upstream_connections")).isEqualTo("2.0");
                assertThat(scene.meter("sluice_gateway_upstream_waiting")).isEqualTo("1.0");
                assertThat(scene.client().get("/").status()).isEqualTo(503);
                assertThat(scene.meter("sluice_gateway_upstream_refused_total")).isEqualTo("1.0");
                mayAnswer.countDown();
                assertThat(third.reply().text()).isEqualTo("late");
            }
            assertThat(first.reply().text()).isEqualTo("late");
            assertThat(second.reply().text()).isEqualTo("late");
        }
    }

    @Test
    @Shows("upstreams.*.limits.wait")
    void theWaitForAConnection() throws Exception {
        String upstreams =
                "upstreams:\n" + app("patient", "connections: 1, wait: 1h") + app("hasty", "connections: 1, wait: 10ms")
                        + "routes: [{ path: /patient/**, upstream: patient }, { upstream: hasty }]\n";
        try (ServerScene scene = ServerScene.of(NO_LIMIT + upstreams, folder);
                RawClient first = ask(scene, "/patient/");
                RawClient second = ask(scene, "/hasty/")) {
            ServerScene.until("two requests are there", () -> upstream.requests.size() == 2);
            try (RawClient waiting = ask(scene, "/patient/")) {
                ServerScene.until(
                        "it waits", () -> target(scene, 0).get("waiting").asInt() == 1);
                assertThat(scene.client().get("/hasty/").status()).isEqualTo(503);
                mayAnswer.countDown();
                assertThat(waiting.reply().text()).isEqualTo("late");
            }
            assertThat(first.reply().text() + second.reply().text()).isEqualTo("latelate");
        }
    }

    @Test
    @Shows("server.limits.upstream-connections")
    void connectionsToAllTargetsTogether() throws Exception {
        String lines = "upstreams:\n" + app("one", "queue: 0") + app("other", "queue: 0")
                + "routes: [{ path: /one/**, upstream: one }, { upstream: other }]\n"
                + "server: { limits: { upstream-connections: 1 } }\n";
        try (ServerScene scene = ServerScene.of(NO_LIMIT + lines, folder);
                RawClient first = ask(scene, "/one/")) {
            ServerScene.until("it is there", () -> upstream.requests.size() == 1);
            assertThat(scene.client().get("/other/").status()).isEqualTo(503);
            mayAnswer.countDown();
            assertThat(first.reply().text()).isEqualTo("late");
        }
    }

    /** The connection to one target is idle, and gives way to the other. */
    @Test
    void anIdleConnectionToOneTargetDoesNotStarveAnother() throws Exception {
        mayAnswer.countDown();
        String lines = "upstreams:\n" + app("one", "wait: 1h") + app("other", "wait: 1h")
                + "routes: [{ path: /one/**, upstream: one }, { upstream: other }]\n"
                + "server: { limits: { upstream-connections: 1 } }\n";
        try (ServerScene scene = ServerScene.of(NO_LIMIT + lines, folder);
                RawClient client = scene.connect()) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.get("/one/").text()).isEqualTo("late");
                assertThat(client.get("/other/").text()).isEqualTo("late");
            }
        }
    }
}
