package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.Until;
import io.sluice.testkit.keys.Shows;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a target is left alone. */
class BreakerTest {
    private static UpstreamScene scene(String breaker) {
        return UpstreamScene.of("upstreams: { app: { targets: [http://127.0.0.1:1], breaker: " + breaker + " } }\n");
    }

    private static void answered(UpstreamScene scene, int status, int times) {
        for (int i = 0; i < times; i++) {
            scene.answered(status);
        }
    }

    @Test
    @Shows({
        "upstreams.*.breaker.failures",
        "upstreams.*.breaker.of",
        "upstreams.*.breaker.at-least",
        "upstreams.*.breaker.open"
    })
    void opensThenTriesAFewAndCloses() {
        try (UpstreamScene scene = scene("{ failures: 30%, of: 10, at-least: 10, open: 5s }")) {
            answered(scene, 500, 2);
            answered(scene, 200, 7);
            assertThat(scene.breakers()).containsExactly("closed");
            scene.answered(502);
            assertThat(scene.breakers()).containsExactly("open");
            assertThat(scene.next()).isEqualTo("-");
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(5);

            scene.clock.advance(Duration.ofMillis(3_500));
            assertThat(scene.next()).isEqualTo("-");
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(2);

            scene.clock.advance(Duration.ofMillis(1_501));
            answered(scene, 200, 4);
            assertThat(scene.breakers()).containsExactly("half-open");
            scene.answered(200);
            assertThat(scene.breakers()).containsExactly("closed");
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(1);
        }
    }

    @Test
    void opensAgainIfTheTrialsFail() {
        try (UpstreamScene scene = scene("{ of: 4, at-least: 4, open: 10s }")) {
            answered(scene, 503, 4);
            scene.clock.advance(Duration.ofSeconds(11));
            answered(scene, 503, 4);
            assertThat(scene.breakers()).containsExactly("open");
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(10);
        }
    }

    @Test
    void onlySoManyTrialsAreUnderWayAtATimeAndThoseDroppedDoNotCount() {
        try (UpstreamScene scene = scene("{ of: 2, at-least: 2, open: 10s }")) {
            answered(scene, 500, 2);
            scene.clock.advance(Duration.ofSeconds(11));
            Target first = scene.upstream().begin(null);
            Target second = scene.upstream().begin(null);
            assertThat(scene.next()).isEqualTo("-");
            first.dropped();
            Target third = scene.upstream().begin(null);
            second.tunnelOpened(1);
            third.succeeded(204, 1);
            assertThat(scene.breakers()).containsExactly("closed");
        }
    }

    @Test
    void failuresCountAsErrorsDo() {
        try (UpstreamScene scene = scene("{ of: 2, at-least: 2 }")) {
            scene.upstream().begin(null).failed(new IllegalStateException("reset"), 1);
            scene.upstream().begin(null).failed(new IllegalStateException("reset"), 1);
            assertThat(scene.breakers()).containsExactly("open");
        }
    }

    @Test
    void whoIsLeftAloneIsPassedOver() {
        try (UpstreamScene scene = UpstreamScene.of(
                "upstreams: { app: { targets: [http://127.0.0.1:1, http://127.0.0.1:2], breaker: { of: 1 } } }\n")) {
            scene.answered(500);
            assertThat(scene.breakers()).containsExactly("open", "closed");
            for (int i = 0; i < 5; i++) {
                assertThat(scene.next()).isEqualTo("127.0.0.1:2");
            }
        }
    }

    @Test
    @Shows({"upstreams.*.breaker=on", "upstreams.*.breaker=off"})
    void onHasTheUsualNumbersAndOffNone() {
        try (UpstreamScene scene = scene("on")) {
            answered(scene, 500, 19);
            assertThat(scene.breakers()).containsExactly("closed");
            scene.answered(500);
            assertThat(scene.breakers()).containsExactly("open");
            assertThat(scene.upstream().retryAfterSeconds()).isEqualTo(10);
        }
        try (UpstreamScene scene = scene("off")) {
            answered(scene, 500, 500);
            assertThat(scene.breakers()).containsExactly("off");
        }
    }

    @Test
    void aGoodAnswerTakesFewBytes() throws Exception {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (UpstreamScene scene = scene("on")) {
            // As soon as all of it is compiled, which takes its time where others compile too.
            Until.holds(() -> {
                long before = threads.getCurrentThreadAllocatedBytes();
                answered(scene, 200, 100_000);
                return (threads.getCurrentThreadAllocatedBytes() - before) / 100_000 < 80;
            });
        }
    }
}
