package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.http.RawAnswer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayedRequestsTest {
    private static final String QUEUE = "rules:\n  export: { limit: 1/s leaky-queue 3, when-limited: delay }\n";

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aDelayedRequestGoesOnWhenItsTimeHasCome(boolean async) throws Exception {
        try (FilterScene scene = async ? FilterScene.of(QUEUE) : FilterScene.withoutAsync(QUEUE)) {
            assertThat(scene.client.get("/1").status()).isEqualTo(200);
            CompletableFuture<RawAnswer> second = scene.getLater("/2");
            FilterScene.await("one waits", () -> scene.clock.alarms().size() == 1);
            assertThat(second).isNotDone();
            assertThat(scene.door.served()).isEqualTo(1);
            scene.clock.advance(Duration.ofMillis(999));
            assertThat(scene.door.served()).isEqualTo(1);
            scene.clock.advance(Duration.ofMillis(1));
            assertThat(second.join().status()).isEqualTo(200);
            assertThat(second.join().headers("RateLimit")).hasSize(1);
            assertThat(scene.door.seen()).containsExactly("REQUEST GET /1", (async ? "ASYNC" : "REQUEST") + " GET /2");
        }
    }

    @Test
    void moreThanMayWaitAreRefusedForAsLong() throws Exception {
        refusesMoreThanMayWait(it -> it.mostWaiting(1));
        refusesMoreThanMayWait(it -> it.mostWaiting(1).waitInThread());
    }

    private static void refusesMoreThanMayWait(UnaryOperator<FilterSettings> settings) throws Exception {
        try (FilterScene scene = FilterScene.of(QUEUE, settings)) {
            scene.client.get("/1");
            CompletableFuture<RawAnswer> second = scene.getLater("/2");
            FilterScene.await("one waits", () -> scene.clock.alarms().size() == 1);
            RawAnswer third = scene.client.get("/3");
            assertThat(third.status()).isEqualTo(429);
            assertThat(third.headers("Retry-After")).containsExactly("2");
            scene.clock.advance(Duration.ofSeconds(1));
            assertThat(second.join().status()).isEqualTo(200);
            CompletableFuture<RawAnswer> fourth = scene.getLater("/4");
            FilterScene.await(
                    "the place is free again", () -> scene.clock.alarms().size() == 1);
            scene.clock.advance(Duration.ofSeconds(1));
            assertThat(fourth.join().status()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatLeavesGetsItsPermitsBack() throws Exception {
        try (FilterScene scene = FilterScene.of(QUEUE);
                Http2Client leaving = new Http2Client(scene.door.port())) {
            scene.client.get("/1");
            leaving.get("/2");
            FilterScene.await("the second waits", () -> scene.clock.alarms().size() == 1);
            int third = leaving.get("/3");
            FilterScene.await("the third waits", () -> scene.clock.alarms().size() == 2);
            assertThat(scene.client.get("/4").status()).isEqualTo(429);
            leaving.reset(third);
            FilterScene.await("the third has left", () -> scene.clock.alarms().size() == 1);
            CompletableFuture<RawAnswer> fourth = scene.getLater("/4");
            FilterScene.await("the fourth waits", () -> scene.clock.alarms().size() == 2);
            scene.clock.advance(Duration.ofSeconds(3));
            assertThat(fourth.join().status()).isEqualTo(200);
            assertThat(scene.door.seen()).noneMatch(seen -> seen.endsWith("/3"));
        }
    }

    @Test
    void streamsThatAreResetAreCharged() throws Exception {
        try (FilterScene scene = FilterScene.of("rules:\n  most: { per: ip, limit: 100/day }\n");
                Http2Client resetting = new Http2Client(scene.door.port())) {
            for (int i = 0; i < 100; i++) {
                resetting.reset(resetting.get("/" + i));
            }
            FilterScene.await("all were charged", () -> scene.client.get("/").status() == 429);
            assertThat(scene.door.served()).isLessThanOrEqualTo(100);
        }
    }
}
