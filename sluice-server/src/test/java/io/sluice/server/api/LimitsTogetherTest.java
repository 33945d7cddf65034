package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.redis.RedisStore;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawHttp;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Several limits in one batch are one decision: refused by one, none is charged. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitsTogetherTest {
    private static final String USER = "{\"limit\": \"10/h\", \"key\": \"ann\", \"name\": \"user\"}";
    private static final String TENANT =
            "{\"limit\": [\"50/h\", \"2/min fixed-window\"], \"key\": \"acme\", \"name\": \"tenant\"}";

    private static void in(String store, Consumer<ApiScene> test) throws Exception {
        ManualClock clock = new ManualClock();
        try (RedisServer redis = RedisServer.start();
                Store counters =
                        store.equals("redis") ? RedisStore.simulation(redis.url(), clock) : Store.memory(clock);
                ApiScene scene = new ApiScene("rules: { all: { per: ip, limit: 1/day } }", counters)) {
            test.accept(scene);
        }
    }

    private static JsonNode check(ApiScene scene, String body) {
        return JsonMapper.shared()
                .readTree(RawHttp.to(scene.port())
                        .exchange("POST /v1/check HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                + "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                                + body)
                        .body());
    }

    private static JsonNode both(ApiScene scene, String further) {
        return check(scene, "{\"checks\": [" + USER + ", " + TENANT + "]" + further + "}");
    }

    private static long left(ApiScene scene, String check) {
        return check(scene, check.replace("}", ", \"permits\": 0}"))
                .get("remaining")
                .asLong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis"})
    void allAreChargedOrNone(String store) throws Exception {
        in(store, scene -> {
            JsonNode first = both(scene, "");
            assertThat(first.get("allowed").asBoolean()).isTrue();
            assertThat(first.get("rule").asString()).as("the least share left").isEqualTo("tenant");
            assertThat(first.get("remaining").asLong()).isEqualTo(1);
            assertThat(both(scene, ", \"independent\": false").get("allowed").asBoolean())
                    .isTrue();
            JsonNode refused = both(scene, "");
            assertThat(refused.get("allowed").asBoolean()).isFalse();
            assertThat(refused.get("rule").asString()).isEqualTo("tenant");
            assertThat(refused.get("key").asString()).isEqualTo("acme");
            assertThat(refused.get("retryAfterSeconds").asLong()).isEqualTo(60);
            assertThat(refused.get("headers").get("RateLimit-Policy").asString())
                    .isEqualTo("\"user\";q=10;w=3600, \"tenant\";q=50;w=3600, \"tenant.2\";q=2;w=60");
            assertThat(left(scene, USER))
                    .as("refused by the second, the first is not charged")
                    .isEqualTo(8);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis"})
    void independentOnesAreChargedEachByItself(String store) throws Exception {
        in(store, scene -> {
            for (int i = 0; i < 3; i++) {
                JsonNode results = both(scene, ", \"independent\": true").get("results");
                assertThat(results.get(0).get("allowed").asBoolean()).isTrue();
                assertThat(results.get(1).get("allowed").asBoolean()).isEqualTo(i < 2);
            }
            assertThat(left(scene, USER)).isEqualTo(7);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "redis"})
    void theSameKeyTwiceCountsTwice(String store) throws Exception {
        in(store, scene -> {
            String six = USER.replace("}", ", \"permits\": 6}");
            String body = "{\"checks\": [" + six + ", " + six + "]}";
            JsonNode refused = check(scene, body);
            assertThat(refused.get("allowed").asBoolean()).isFalse();
            assertThat(refused.get("retryAfterSeconds").isNull())
                    .as("12 of 10 never pass")
                    .isTrue();
            assertThat(check(scene, body.replace("6", "5")).get("allowed").asBoolean())
                    .isTrue();
            assertThat(left(scene, USER)).isZero();
        });
    }
}
