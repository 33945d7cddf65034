package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.Until;
import io.sluice.testkit.keys.Shows;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which upstream a request goes to. */
class RoutesTest {
    private static final String ROUTES = """
            upstreams: { api: "http://127.0.0.1:1", web: "http://127.0.0.1:2", old: "http://127.0.0.1:3" }
            routes:
              - { host: api.example.com, path: /v1/**, upstream: api }
              - { host: "*.example.com:8443", upstream: old }
              - { path: "/items/{id}", upstream: web }
              - { host: "[::1]", upstream: api }
            """;

    private static String found(UpstreamScene scene, String host, String path) {
        Upstream upstream = scene.sets.find(host, path);
        return upstream == null ? "-" : upstream.name();
    }

    @ParameterizedTest
    @Shows({"routes[].host", "routes[].path", "routes[].upstream"})
    @CsvSource({
        "api.example.com, /v1/x, api",
        "API.Example.Com, /V1/x/, api",
        "api.example.com:8080, /v1, api",
        "api.example.com., /v1, api",
        "api.example.com, /v2/x, -",
        "other.example.org, /v1/x, -",
        "www.example.com:8443, /any, old",
        "www.example.com, /any, -",
        "api.example.com:8443, /v1/x, api",
        "anything, /items/7, web",
        "anything, /items/7/8, -",
        ", /items/7, web",
        ", /v1/x, -",
        "[::1]:9000, /, api",
        "[::1], /, api",
        "[::2], /, -",
    })
    void theFirstThatFits(String host, String path, String upstream) {
        try (UpstreamScene scene = UpstreamScene.of(ROUTES)) {
            assertThat(found(scene, host, path)).isEqualTo(upstream);
        }
    }

    @Test
    void withoutRoutesEverythingGoesToTheOnlyUpstream() {
        try (UpstreamScene scene = UpstreamScene.of("upstreams: { app: 'http://127.0.0.1:1' }\n")) {
            assertThat(found(scene, null, "/")).isEqualTo("app");
            assertThat(found(scene, "a", "/x/y")).isEqualTo("app");
        }
        try (UpstreamScene scene = UpstreamScene.of("")) {
            assertThat(found(scene, "a", "/")).isEqualTo("-");
        }
    }

    @Test
    void pathsAreSpelledAsTheFileSays() {
        try (UpstreamScene scene = UpstreamScene.of("paths: { case: sensitive, trailing-slash: keep }\n" + ROUTES)) {
            assertThat(found(scene, "api.example.com", "/V1/x")).isEqualTo("-");
            assertThat(found(scene, "x", "/items/7/")).isEqualTo("-");
        }
    }

    @Test
    void thereMayBeMoreThanSixtyFour() {
        StringBuilder routes =
                new StringBuilder("upstreams: { a: 'http://127.0.0.1:1', b: 'http://127.0.0.1:2' }\nroutes:\n");
        for (int i = 0; i < 200; i++) {
            routes.append("  - { path: /p")
                    .append(i)
                    .append("/**, upstream: ")
                    .append(i % 2 == 0 ? "a" : "b")
                    .append(" }\n");
        }
        try (UpstreamScene scene = UpstreamScene.of(routes.toString())) {
            assertThat(found(scene, "x", "/p64/y")).isEqualTo("a");
            assertThat(found(scene, "x", "/p199/y")).isEqualTo("b");
            assertThat(found(scene, "x", "/p200/y")).isEqualTo("-");
        }
    }

    @Test
    void findingOneAllocatesNothing() throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (UpstreamScene scene = UpstreamScene.of(ROUTES)) {
            Until.holds(() -> {
                long before = threads.getCurrentThreadAllocatedBytes();
                find(scene, 100_000);
                return threads.getCurrentThreadAllocatedBytes() - before < 100_000;
            });
        }
    }

    private static void find(UpstreamScene scene, int times) {
        for (int i = 0; i < times; i++) {
            assert scene.sets.find("api.example.com:80", "/v1/orders/7") != null;
            assert scene.sets.find("other", "/v1/orders/7") == null;
        }
    }
}
