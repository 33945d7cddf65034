package io.sluice.server.admin;

import static io.sluice.server.admin.AdminScene.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Clock;
import io.sluice.rules.RuleSet;
import io.sluice.server.limits.Limits;
import io.sluice.testkit.RedisServer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Where the rule file says that counters live in Redis, and Redis goes away. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedisAdminIT {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static RuleSet rules(RedisServer redis, String onFailure) {
        return AdminScene.parse(
                "version: 1\nstore: { url: \"" + redis.url() + "\", budget: 500ms, instances: 1, on-failure: "
                        + onFailure + " }\nrules:\n  login: { match: POST /login, per: ip, limit: 2/min }\n");
    }

    @ParameterizedTest
    @CsvSource({"local, 200", "allow, 200", "refuse, 503"})
    void isReadyWithoutRedisUnlessEverythingIsRefused(String onFailure, int without) throws Exception {
        try (RedisServer redis = RedisServer.start();
                AdminScene scene = new AdminScene(Limits.fixed(rules(redis, onFailure), null, Clock.system()))) {
            await("Redis counts", () -> {
                scene.visit("POST", "/login", "192.0.2.1");
                return !redis.command("KEYS", "sluice:{login|ip*").isEmpty();
            });
            await("Redis is up", () -> up(scene));
            assertThat(scene.client.get("/readyz").status()).isEqualTo(200);
            redis.kill();
            await("it is found to be away", () -> {
                scene.visit("POST", "/login", "192.0.2.2");
                return !up(scene);
            });
            JsonNode store = json(scene.client.get("/api/store"));
            assertThat(store.get("store").stringValue()).isEqualTo("redis");
            assertThat(store.get("onFailure").stringValue()).isEqualTo(onFailure);
            assertThat(store.get("fallbacks").longValue()).isPositive();
            assertThat(store.has("lastFailure")).isTrue();
            assertThat(scene.client.get("/metrics").body()).contains("sluice_store_up 0.0");
            assertThat(scene.client.get("/readyz").status()).isEqualTo(without);
            redis.restart();
            await("ready again, though nobody sends requests", () -> ready(scene));
        }
    }

    private static boolean up(AdminScene scene) {
        return json(scene.client.get("/api/store")).get("up").booleanValue();
    }

    private static boolean ready(AdminScene scene) {
        return scene.client.get("/readyz").status() == 200;
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - end).as(what).isNegative();
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
