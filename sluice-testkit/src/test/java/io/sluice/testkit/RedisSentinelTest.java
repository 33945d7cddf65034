package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class RedisSentinelTest {
    @Test
    void theReplicaTakesOverWhenTheMasterDies() {
        try (RedisSentinel redis = RedisSentinel.start();
                RedisClient client = RedisClient.create(redis.url())) {
            RedisServer before = redis.master();
            set(client, "a", "1");
            RedisServer replica = redis.replica();
            await(() -> replica.command("GET", "a").contains("1"));
            RedisServer after = redis.failover();
            assertThat(after).isSameAs(replica).isSameAs(redis.master());
            assertThat(after.command("GET", "a")).containsExactly("1");
            set(client, "b", "2");
            assertThat(after.command("GET", "b")).containsExactly("2");
            assertThat(redis.replica()).isSameAs(before);
            before.restart();
            await(() -> before.command("GET", "b").contains("2"));
        }
    }

    private static void set(RedisClient client, String key, String value) {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().set(key, value);
        }
    }

    private static void await(BooleanSupplier condition) {
        Deadline.await(Duration.ofSeconds(20), condition, () -> "too late");
    }
}
