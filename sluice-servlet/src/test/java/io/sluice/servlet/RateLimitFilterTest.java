package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import jakarta.servlet.ServletException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateLimitFilterTest {
    private static final String TWO = "rules:\n  two: { per: ip, limit: 2/min }\n";

    @Test
    void allowedAnswersCarryTheFields() throws Exception {
        try (FilterScene scene = FilterScene.of(TWO)) {
            RawAnswer answer = scene.client.get("/");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("served");
            assertThat(answer.headers("RateLimit-Policy")).containsExactly("\"two\";q=2;w=60");
            assertThat(answer.headers("RateLimit")).containsExactly("\"two\";r=1;t=30");
            assertThat(answer.headers("X-RateLimit-Limit")).containsExactly("2");
            assertThat(answer.headers("X-RateLimit-Remaining")).containsExactly("1");
            assertThat(answer.headers("X-RateLimit-Reset")).containsExactly("1760054430");
            assertThat(answer.headers("Retry-After")).isEmpty();
        }
    }

    @Test
    void refusedAnswersTellWhyAndUntilWhen() throws Exception {
        try (FilterScene scene = FilterScene.of(TWO)) {
            scene.client.get("/");
            scene.client.get("/");
            scene.clock.advance(Duration.ofMillis(17_500));
            RawAnswer answer = scene.client.get("/");
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.headers("Content-Type")).containsExactly("application/problem+json");
            assertThat(answer.headers("Cache-Control")).containsExactly("no-store");
            assertThat(answer.headers("Retry-After")).containsExactly("13");
            assertThat(answer.headers("RateLimit")).containsExactly("\"two\";r=0;t=13");
            assertThat(answer.body()).contains("Maximum 2 requests per minute allowed. Try again in 13 s.");
            assertThat(scene.door.served()).isEqualTo(2);
            scene.clock.advance(Duration.ofMillis(12_500));
            assertThat(scene.client.get("/").status()).isEqualTo(200);
        }
    }

    @Test
    void headSharesTheCounterOfGetAndHasNoBody() throws Exception {
        try (FilterScene scene = FilterScene.of("rules:\n  two: { match: GET /, per: ip, limit: 2/min }\n")) {
            assertThat(scene.client.request("HEAD", "/").headers("RateLimit")).containsExactly("\"two\";r=1;t=30");
            assertThat(scene.client.get("/").status()).isEqualTo(200);
            RawAnswer answer = scene.client.request("HEAD", "/");
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void refusesBeforeTheBodyIsSent() throws Exception {
        try (FilterScene scene = FilterScene.of("rules:\n  none: { per: ip, limit: 0/min }\n")) {
            RawAnswer answer = scene.client.request("POST", "/", "Content-Length: 1000000", "Expect: 100-continue");
            assertThat(answer.status()).isEqualTo(429);
            assertThat(scene.door.served()).isZero();
        }
    }

    @Test
    void onlyTheRequestItselfIsCounted() throws Exception {
        JettyDoor.Application forwarding = (request, response) -> {
            if (request.getRequestURI().equals("/first")) {
                try {
                    request.getRequestDispatcher("/second").forward(request, response);
                } catch (ServletException e) {
                    throw new AssertionError(e);
                }
            } else if (request.getRequestURI().equals("/error")) {
                response.sendError(500);
            } else {
                JettyDoor.serve(request, response);
            }
        };
        try (FilterScene scene = FilterScene.of(TWO, forwarding)) {
            assertThat(scene.client.get("/first").headers("X-RateLimit-Remaining"))
                    .containsExactly("1");
            assertThat(scene.door.seen()).containsExactly("REQUEST GET /first", "FORWARD GET /second");
            assertThat(scene.client.get("/error").headers("X-RateLimit-Remaining"))
                    .containsExactly("0");
        }
    }

    @Test
    void theApplicationIsToldWhatWasDecided() throws Exception {
        JettyDoor.Application telling = (request, response) -> response.getWriter()
                .print(request.getAttribute(RateLimitFilter.REDUCED) + " "
                        + (request.getAttribute(RateLimitFilter.RULING) != null));
        String feed = "rules:\n  feed: { per: ip, limit: 1/min, when-limited: { reduced: { extra: 1 } } }\n";
        try (FilterScene scene = FilterScene.of(feed, telling)) {
            assertThat(scene.client.get("/").body()).isEqualTo("null true");
            assertThat(scene.client.get("/").body()).isEqualTo("true true");
            assertThat(scene.client.get("/").status()).isEqualTo(429);
        }
    }

    @Test
    void aDeniedClientIsForbidden() throws Exception {
        try (FilterScene scene = FilterScene.of("deny: [127.0.0.2]\nallow: [127.0.0.3]\n" + TWO)) {
            RawAnswer denied = scene.client.from("127.0.0.2").get("/");
            assertThat(denied.status()).isEqualTo(403);
            assertThat(denied.headers("RateLimit")).isEmpty();
            for (int i = 0; i < 5; i++) {
                RawAnswer allowed = scene.client.from("127.0.0.3").get("/");
                assertThat(allowed.status()).isEqualTo(200);
                assertThat(allowed.headers("RateLimit")).isEmpty();
            }
        }
    }

    @Test
    void theAnswerSaysWhatARequestCost() throws Exception {
        JettyDoor.Application costing = (request, response) -> {
            response.setHeader("X-Actual-Cost", "7");
            JettyDoor.serve(request, response);
        };
        String costly = "rules:\n  costly: { per: ip, limit: 10/min, cost: { response-header: X-Actual-Cost } }\n";
        try (FilterScene scene = FilterScene.of(costly, costing)) {
            assertThat(scene.client.get("/").headers("X-RateLimit-Remaining")).containsExactly("9");
            assertThat(scene.client.get("/").headers("X-RateLimit-Remaining")).containsExactly("2");
        }
    }

    @Test
    void theCostIsAlsoSettledIfTheApplicationAnswersLater() throws Exception {
        JettyDoor.Application later = (request, response) -> {
            jakarta.servlet.AsyncContext context = request.startAsync();
            context.start(() -> {
                response.setHeader("X-Actual-Cost", "7");
                context.complete();
            });
        };
        String costly = "rules:\n  costly: { per: ip, limit: 10/min, cost: { response-header: X-Actual-Cost } }\n";
        try (FilterScene scene = FilterScene.of(costly, later)) {
            scene.client.get("/");
            FilterScene.await("settled", () -> scene.client.get("/?peek").status() == 429);
        }
    }

    @Test
    void aPreflightIsCountedByAddressOnly() throws Exception {
        String rules = """
                rules:
                  keys: { per: api-key, limit: 1/min }
                  addresses: { per: ip, limit: 3/min }
                """;
        try (FilterScene scene = FilterScene.of(rules)) {
            String[] preflight = {"Origin: https://app.example", "Access-Control-Request-Method: PUT"};
            for (int i = 2; i >= 0; i--) {
                RawAnswer answer = scene.client.request("OPTIONS", "/", preflight);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.headers("X-RateLimit-Remaining")).containsExactly("" + i);
            }
            assertThat(scene.client.request("OPTIONS", "/", preflight).status()).isEqualTo(429);
        }
    }

    @Test
    void scriptsOfListedOriginsSeeRefusals() throws Exception {
        try (FilterScene scene = FilterScene.of(
                "rules:\n  none: { per: ip, limit: 0/min }\n", it -> it.allowOrigins("https://app.example"))) {
            RawAnswer answer = scene.client.get("/", "Origin: https://app.example");
            assertThat(answer.headers("Access-Control-Allow-Origin")).containsExactly("https://app.example");
            assertThat(answer.headers("Access-Control-Expose-Headers").get(0)).contains("RateLimit");
            assertThat(scene.client.get("/", "Origin: https://evil.example").headers("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }

    @Test
    void aContainerGivesItTheRuleFile(@TempDir Path folder) throws Exception {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), "version: 1\n" + TWO);
        FilterHolder holder = new FilterHolder(RateLimitFilter.class);
        holder.setInitParameter("rules", rules.toString());
        holder.setInitParameter("most-waiting", "5");
        holder.setInitParameter("async", "false");
        holder.setInitParameter("allow-origins", "https://a.example, https://b.example");
        try (JettyDoor door = JettyDoor.start(holder, true, JettyDoor::serve)) {
            RawHttp client = RawHttp.to(door.port());
            assertThat(client.get("/").status()).isEqualTo(200);
            assertThat(client.get("/").status()).isEqualTo(200);
            RawAnswer refused = client.get("/", "Origin: https://b.example");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.headers("Access-Control-Allow-Origin")).containsExactly("https://b.example");
        }
    }

    @Test
    void theRuleFileIsReadAgainWhenItChanges(@TempDir Path folder) throws Exception {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), "version: 1\n" + TWO);
        FilterHolder holder = new FilterHolder(RateLimitFilter.class);
        holder.setInitParameter("rules", rules.toString());
        try (JettyDoor door = JettyDoor.start(holder, true, JettyDoor::serve)) {
            RawHttp client = RawHttp.to(door.port());
            assertThat(client.get("/").headers("X-RateLimit-Limit")).containsExactly("2");
            Files.writeString(rules, "version: 1\nheaders: [x-delta]\nrules:\n  many: { limit: 1000000/min }\n");
            FilterScene.await(
                    "new rules",
                    () -> client.get("/").headers("X-RateLimit-Limit").contains("1000000"));
            assertThat(client.get("/").headers("RateLimit")).isEmpty();
        }
    }

    @Test
    void saysWhatIsWrongWithItsParameters(@TempDir Path folder) throws Exception {
        Path rules = Files.writeString(folder.resolve("rules.yaml"), "version: 1\nrules: { a: { limt: 1/s } }\n");
        FilterHolder holder = new FilterHolder(RateLimitFilter.class);
        assertThatThrownBy(() -> JettyDoor.start(holder, true, JettyDoor::serve))
                .hasStackTraceContaining("needs the init parameter rules");
        FilterHolder bad = new FilterHolder(RateLimitFilter.class);
        bad.setInitParameter("rules", rules.toString());
        assertThatThrownBy(() -> JettyDoor.start(bad, true, JettyDoor::serve))
                .hasStackTraceContaining("rules.yaml:2:")
                .hasStackTraceContaining("limt");
    }
}
