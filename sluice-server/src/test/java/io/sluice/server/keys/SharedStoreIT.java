package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two gateways that count in one Redis, and what their clients see when it dies. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SharedStoreIT {
    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));
    private RedisServer redis;

    @BeforeEach
    void start() {
        redis = RedisServer.start();
    }

    @AfterEach
    void close() {
        redis.close();
        upstream.close();
    }

    private ServerScene scene(String onFailure) throws Exception {
        ServerScene scene = ServerScene.of("""
                store: { url: "%s", budget: 5s, instances: 1, on-failure: %s }
                rules: { pages: { match: "/pages/{page}", per: page, limit: 4/day } }
                """.formatted(redis.url(), onFailure) + ServerScene.to(upstream), folder);
        ServerScene.until("Redis counts", () -> isUp(scene));
        return scene;
    }

    private static boolean isUp(ServerScene scene) {
        scene.client().get("/pages/first");
        return scene.meter("sluice_store_up").equals("1.0");
    }

    private static int visit(ServerScene scene, String page) {
        return scene.client().get("/pages/" + page).status();
    }

    @Test
    void aLimitIsForBothTogether() throws Exception {
        try (ServerScene one = scene("refuse");
                ServerScene other = scene("refuse")) {
            for (ServerScene each : new ServerScene[] {one, other, one, other}) {
                assertThat(visit(each, "shared")).isEqualTo(200);
            }
            assertThat(visit(one, "shared")).isEqualTo(429);
            assertThat(visit(other, "shared")).isEqualTo(429);
            assertThat(visit(other, "another")).isEqualTo(200);
        }
    }

    /** The thread that reads replies of Redis stays awake for them unless it is told not to. */
    @ParameterizedTest
    @Shows("store.awake-percent")
    @CsvSource({"0, false", "2, true"})
    void looksForRepliesAsItIsTold(int percent, boolean looks) throws Exception {
        try (ServerScene scene =
                ServerScene.of("""
                store: { url: "%s", budget: 5s, instances: 1, awake-percent: %d }
                rules: { pages: { match: "/pages/{page}", per: page, limit: 4/day } }
                """.formatted(redis.url(), percent) + ServerScene.to(upstream), folder)) {
            for (int i = 0; i < 50; i++) {
                visit(scene, "page" + i);
            }
            assertThat(Double.parseDouble(scene.meter("sluice_store_awake_seconds_total")) > 0)
                    .isEqualTo(looks);
        }
    }

    /** The fifth visit is one too many where each gateway counts for itself, which without another instance is the whole limit. */
    @ParameterizedTest
    @CsvSource({"local, 200, 429", "allow, 200, 200", "refuse, 429, 429"})
    void withoutRedisItGoesOnAsTold(String onFailure, int fourth, int fifth) throws Exception {
        try (ServerScene scene = scene(onFailure)) {
            redis.kill();
            ServerScene.until("found to be away", () -> {
                visit(scene, "lost");
                return scene.meter("sluice_store_up").equals("0.0");
            });
            for (int i = 1; i <= 4; i++) {
                assertThat(visit(scene, "fresh")).isEqualTo(fourth);
            }
            assertThat(visit(scene, "fresh")).isEqualTo(fifth);
        }
    }
}
