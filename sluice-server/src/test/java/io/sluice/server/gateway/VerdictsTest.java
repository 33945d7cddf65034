package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything a rule may say about a request, done by the gateway. */
class VerdictsTest {
    private final ManualClock clock = new ManualClock();

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private GatewayScene scene(String rules) {
        RawUpstream upstream =
                RawUpstream.start(request -> request.answer("HTTP/1.1 200 OK\r\nX-Actual-Cost: 5\r\nX-Reduced-Was: "
                        + request.headers("X-RateLimit-Reduced") + "\r\nContent-Length: 2\r\n\r\nok"));
        return GatewayScene.inFrontOf(upstream)
                .rules("version: 1\nrules:\n  all:\n    per: ip\n" + rules.indent(4))
                .clock(clock);
    }

    @Test
    void aDelayedRequestGoesOnWhenItsTimeHasCome() throws Exception {
        try (GatewayScene scene =
                        scene("limit: 1/s leaky-queue 10\nwhen-limited: delay").start();
                RawClient first = scene.connect();
                RawClient second = scene.connect()) {
            assertThat(first.get("/").status()).isEqualTo(200);
            second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            GatewayScene.until("it waits", () -> !clock.alarms().isEmpty());
            GatewayScene.until("its second is over", () -> {
                clock.advance(Duration.ofMillis(100));
                return scene.upstreams.told.size() == 2;
            });
            assertThat(second.reply().text()).isEqualTo("ok");
        }
    }

    @Test
    void aClientThatLeavesWhileItWaitsGetsItsPermitsBack() throws Exception {
        GatewayTimes upTo90Seconds = new GatewayTimes(10_000, 10_000, 10_000, 90_000, 1_000);
        try (GatewayScene scene = scene("limit: 1/min leaky-queue 10\nwhen-limited: delay")
                .times(upTo90Seconds)
                .start()) {
            try (RawClient first = scene.connect();
                    RawClient leaving = scene.connect()) {
                assertThat(first.get("/").status()).isEqualTo(200);
                leaving.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                GatewayScene.until("it waits", () -> !clock.alarms().isEmpty());
                clock.advance(Duration.ofSeconds(1));
            }
            GatewayScene.until("it has left", () -> scene.gateway().counts().requestsUnderWay() == 0);
            assertThat(clock.alarms()).isEmpty();
            try (RawClient next = scene.connect()) {
                next.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                GatewayScene.until("it waits too", () -> !clock.alarms().isEmpty());
                GatewayScene.until("its minute is over", () -> {
                    clock.advance(Duration.ofSeconds(1));
                    return scene.gateway().counts().requestsUnderWay() == 0;
                });
                assertThat(next.reply().status())
                        .as("with 120 s to wait it would be refused")
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void aDelayBeyondWhatIsAllowedIsARefusal() throws Exception {
        try (GatewayScene scene = scene("limit: 1/min leaky-queue 10\nwhen-limited: delay")
                        .times(new GatewayTimes(10_000, 10_000, 10_000, 1_000, 1_000))
                        .start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(200);
            RawClient.Reply refused = client.get("/");
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.has("Retry-After: 60")).isTrue();
        }
    }

    @Test
    void aDecoyLooksLikeAnAnswer(@TempDir Path folder) throws Exception {
        Path decoy = Files.writeString(folder.resolve("decoy.json"), "{\"items\":[]}");
        try (GatewayScene scene = scene("limit: 1/min\nwhen-limited: { decoy: " + decoy + " }")
                        .start();
                RawClient client = scene.connect()) {
            client.get("/");
            RawClient.Reply reply = client.get("/");
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.text()).isEqualTo("{\"items\":[]}");
            assertThat(reply.head().toLowerCase(java.util.Locale.ROOT)).doesNotContain("ratelimit");
            assertThat(scene.upstreams.told).hasSize(1);
        }
    }

    @Test
    void aReducedRequestIsMarked() throws Exception {
        try (GatewayScene scene = scene("limit: 1/min\nwhen-limited: { reduced: { extra: 1 } }")
                        .start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/").has("X-Reduced-Was: []")).isTrue();
            assertThat(client.get("/").has("X-Reduced-Was: [true]")).isTrue();
            assertThat(client.get("/").status()).isEqualTo(429);
        }
    }

    @Test
    void theAnswerSaysWhatItCost() throws Exception {
        try (GatewayScene scene = scene("limit: 10/day\ncost: { response-header: X-Actual-Cost }")
                        .start();
                RawClient client = scene.connect()) {
            assertThat(client.get("/").status()).isEqualTo(200);
            RawClient.Reply second = client.get("/");
            assertThat(second.has("X-RateLimit-Remaining: 4")).isTrue();
            assertThat(client.get("/").status()).isEqualTo(429);
        }
    }

    @Test
    void whoLeavesBeforeTheEndOfTheAnswerPaysWhatItCost() throws Exception {
        RawUpstream slow = RawUpstream.start(
                request -> request.answer("HTTP/1.1 200 OK\r\nX-Actual-Cost: 5\r\nContent-Length: 9\r\n\r\nok"));
        try (GatewayScene scene = GatewayScene.inFrontOf(slow)
                .rules("version: 1\nrules:\n  all: { limit: 10/day, cost: { response-header: X-Actual-Cost } }\n")
                .clock(clock)
                .start()) {
            for (int remaining : new int[] {9, 4}) {
                try (RawClient client = scene.connect()) {
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(client.line("\r\n\r\nok")).contains("X-RateLimit-Remaining: " + remaining);
                }
                GatewayScene.until("it has left", () -> scene.gateway().counts().requestsUnderWay() == 0);
            }
        }
    }

    @Test
    void aShadowRuleIsNotSeen() throws Exception {
        try (GatewayScene scene = scene("limit: 1/day\nmode: shadow").start();
                RawClient client = scene.connect()) {
            for (int i = 0; i < 3; i++) {
                RawClient.Reply reply = client.get("/");
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.head()).doesNotContain("RateLimit");
            }
        }
    }
}
