package io.sluice.server.api;

import static io.sluice.server.api.ProxyScene.field;
import static io.sluice.server.api.ProxyScene.problem;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.api.ProxyScene.OnFailure;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** nginx, Caddy and HAProxy as they are installed here, configured as docs/doors.md says, in front of an application. Only their timeouts are longer: on a busy machine they would let requests pass. */
class RealProxiesTest {
    private static final String MORE_RULES = """
              closed:                            # by its status, a proxy would take the service for gone
                match: /closed
                limit: 1/min
                when-limited: { status: 503 }
              slow:
                match: /reduced
                limit: 1/min
                when-limited: { reduced: { extra: 10 } }
            """;

    @TempDir
    private Path folder;

    private ApiScene service;
    private ProxyScene scene;

    @BeforeEach
    void open() throws Exception {
        service = new ApiScene(DoorsDoc.rules() + MORE_RULES);
        scene = new ProxyScene(folder, service.port());
    }

    @AfterEach
    void close() {
        scene.close();
        service.close();
    }

    private static String patient(String example) {
        return example.replaceAll("(_timeout|timeout connect|timeout server|dial_timeout|header_timeout) 1s", "$1 30s")
                .replace("timeout = 3000", "timeout = 60000");
    }

    /** 200s, then 429 that says when, then 200 again. Answers what the 429 says. */
    private JsonNode limitedAndBack() throws Exception {
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> allowed = scene.get("/pages/" + i + "?deny_status=200", "X-Spoofed", "1");
            assertThat(allowed.statusCode()).as(allowed.body()).isEqualTo(200);
            assertThat(allowed.body()).isEqualTo("hello");
        }
        HttpResponse<String> refused = scene.get("/pages/x?deny_status=200");
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(429);
        assertThat(refused.headers().allValues("Retry-After")).containsExactly("20");
        assertThat(field(refused, "RateLimit")).startsWith("\"pages\";r=0;t=20");
        assertThat(field(refused, "Cache-Control")).isEqualTo("no-store");
        assertThat(scene.get("/elsewhere").statusCode()).isEqualTo(200);
        assertThat(scene.get("/closed").statusCode()).isEqualTo(200);
        HttpResponse<String> closed = scene.get("/closed");
        assertThat(closed.statusCode()).isEqualTo(429);
        assertThat(problem(closed).get("status").asInt()).isEqualTo(429);
        service.clock.advance(Duration.ofSeconds(20));
        assertThat(scene.get("/pages/y").statusCode()).isEqualTo(200);
        JsonNode refusal = problem(refused);
        assertThat(refusal.get("status").asInt()).isEqualTo(429);
        assertThat(refusal.get("retryAfterSeconds").asInt()).isEqualTo(20);
        return refusal;
    }

    /** The application is told by Sluice that a request is reduced, and by no client. */
    private void onlySluiceSaysReduced() throws Exception {
        assertThat(scene.get("/reduced", "X-RateLimit-Reduced", "true").body()).isEqualTo("hello");
        assertThat(scene.seen).doesNotContainKey("x-ratelimit-reduced");
        assertThat(scene.get("/reduced").body()).isEqualTo("hello");
        assertThat(scene.seen).containsEntry("x-ratelimit-reduced", "true");
        assertThat(scene.get("/elsewhere").body()).isEqualTo("hello");
        assertThat(scene.seen).doesNotContainKeys("x-ratelimit-reduced", "ratelimit");
    }

    @Test
    void nginxByAuthRequest() throws Exception {
        try (RealProgram nginx = scene.start("nginx", OnFailure.OPEN, RealProxiesTest::patient)) {
            assertThat(nginx).isNotNull();
            limitedAndBack();
            onlySluiceSaysReduced();
            service.clock.advance(Duration.ofMinutes(1));
            HttpResponse<String> allowed = scene.get("/pages/1", "X-Forwarded-For", "203.0.113.9");
            assertThat(field(allowed, "RateLimit")).startsWith("\"pages\";r=2");
            assertThat(field(allowed, "RateLimit-Policy")).isEqualTo("\"pages\";q=3;w=60");
            assertThat(field(
                            scene.get("/pages/1", "X-Forwarded-Uri", "/elsewhere", "X-Forwarded-For", "203.0.113.9"),
                            "RateLimit"))
                    .as("a client cannot say where it goes")
                    .isEqualTo("\"pages\";r=1;t=20");
        }
    }

    @Test
    void caddyByForwardAuth() throws Exception {
        try (RealProgram caddy = scene.start("caddy", OnFailure.OPEN, RealProxiesTest::patient)) {
            assertThat(caddy).isNotNull();
            assertThat(limitedAndBack().get("rule").asString()).isEqualTo("pages");
            assertThat(scene.seen.get("ratelimit"))
                    .as("what the application is told")
                    .startsWith("\"pages\";r=0");
            onlySluiceSaysReduced();
        }
    }

    @Test
    void haproxyByLua() throws Exception {
        try (RealProgram haproxy = scene.start("haproxy", OnFailure.OPEN, RealProxiesTest::patient)) {
            assertThat(haproxy).isNotNull();
            assertThat(limitedAndBack().get("rule").asString()).isEqualTo("pages");
            assertThat(field(scene.get("/pages/1"), "RateLimit")).startsWith("\"pages\";r=0");
            onlySluiceSaysReduced();
        }
    }
}
