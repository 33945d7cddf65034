package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.keys.Shows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** {@code store} with a Redis. Budgets are long where Redis is to answer, so that a busy machine changes nothing. */
class StoreKeysIT {
    private static final String RULE = "\nrules: { one: { per: ip, limit: 2/day } }\n";

    private static String map(RedisServer redis, String keys) {
        return "store: { url: '" + redis.url() + "', budget: 30s" + keys + " }" + RULE;
    }

    /** What two doors answer in turn. */
    private static List<Integer> inTurn(String one, String other) throws Exception {
        try (RedisScene first = RedisScene.connected(one);
                RedisScene second = RedisScene.connected(other)) {
            return List.of(
                    first.client.get("/").status(),
                    second.client.get("/").status(),
                    first.client.get("/").status());
        }
    }

    @Test
    @Shows("store.url")
    void doorsOfOneRedisCountTogether() throws Exception {
        try (RedisServer redis = RedisServer.start();
                RedisServer other = RedisServer.start()) {
            assertThat(inTurn(map(redis, ""), map(redis, ""))).containsExactly(200, 200, 429);
            redis.command("FLUSHALL");
            assertThat(inTurn(map(redis, ""), map(other, ""))).containsExactly(200, 200, 200);
        }
    }

    @Test
    @Shows("store")
    void aUrlAloneIsEnough() throws Exception {
        try (RedisServer redis = RedisServer.start();
                RedisScene scene = RedisScene.connected("store: " + redis.url() + RULE)) {
            FilterScene.await("counted in Redis", () -> {
                scene.client.get("/");
                return !redis.command("KEYS", "sluice:*one*").isEmpty();
            });
        }
        assertThat(Behind.rules("store: memory" + RULE).statuses("/", "/", "/")).containsExactly(200, 200, 429);
    }

    @Test
    @Shows("store.prefix")
    void namesInRedisBeginWithThePrefix() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            assertThat(inTurn(map(redis, ""), map(redis, ", prefix: 'shop:'"))).containsExactly(200, 200, 200);
            assertThat(redis.command("KEYS", "sluice:*one*")).hasSize(1);
            assertThat(redis.command("KEYS", "shop:*one*")).hasSize(1);
        }
    }

    private static List<Integer> withoutRedis(String keys, int visits) throws Exception {
        RedisServer redis = RedisServer.start();
        redis.close();
        try (RedisScene scene = new RedisScene("store: { url: '" + redis.url() + "'" + keys + " }" + RULE)) {
            return scene.statuses(visits);
        }
    }

    @Test
    @Shows({"store.on-failure=local", "store.on-failure=allow", "store.on-failure=refuse"})
    void withoutRedisItLimitsHereAllowsOrRefuses() throws Exception {
        assertThat(withoutRedis(", on-failure: local, instances: 1", 3)).containsExactly(200, 200, 429);
        assertThat(withoutRedis(", on-failure: allow", 3)).containsExactly(200, 200, 200);
        assertThat(withoutRedis(", on-failure: refuse", 3)).containsExactly(429, 429, 429);
    }

    @Test
    @Shows("store.instances")
    void instancesShareTheLimitWithoutRedis() throws Exception {
        assertThat(withoutRedis(", instances: 1", 3)).containsExactly(200, 200, 429);
        assertThat(withoutRedis(", instances: 2", 3)).containsExactly(200, 429, 429);
    }

    @Test
    @Shows("store.budget")
    void aRedisThatHangsIsWaitedForAsLongAsTheBudget() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            String rules = "store: { url: '" + redis.url() + "', on-failure: refuse, budget: %s }" + RULE;
            try (RedisScene hasty = RedisScene.connected(rules.formatted("50ms"))) {
                redis.pause();
                assertThat(hasty.client.get("/").status()).isEqualTo(429);
                redis.resume();
            }
            try (RedisScene patient = RedisScene.connected(rules.formatted("30s"))) {
                redis.pause();
                CompletableFuture<RawAnswer> answer =
                        CompletableFuture.supplyAsync(() -> patient.client.get("/"), FilterScene.ON_ITS_OWN);
                redis.resume();
                assertThat(answer.join().status()).isEqualTo(200);
            }
        }
    }

    /** A lease needs a reserve, which is taken from the burst; who decides before asking passes though Redis is gone. */
    @Test
    @Shows({"store.consistency=strict", "store.consistency=leased", "store.consistency=eventual"})
    void decisionsAskRedisTakeAheadOrReportAfter() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            assertThat(firstRemaining(redis, "strict")).isEqualTo(999);
            assertThat(firstRemaining(redis, "leased")).isBetween(0L, 900L);
        }
        String gone = ", on-failure: refuse, instances: 1, consistency: ";
        assertThat(withoutRedis(gone + "strict", 1)).containsExactly(429);
        assertThat(withoutRedis(gone + "leased", 1)).containsExactly(429);
        assertThat(withoutRedis(gone + "eventual", 1)).containsExactly(200);
    }

    private static long firstRemaining(RedisServer redis, String consistency) throws Exception {
        String rules =
                map(redis, ", instances: 1, consistency: " + consistency).replace("limit: 2/day", "limit: 1000/s");
        try (RedisScene scene = RedisScene.connected(rules)) {
            List<String> told = scene.client.get("/").headers("X-RateLimit-Remaining");
            return told.stream().mapToLong(Long::parseLong).sum();
        }
    }
}
