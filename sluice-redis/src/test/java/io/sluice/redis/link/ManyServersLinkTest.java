package io.sluice.redis.link;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.SslOptions;
import io.sluice.redis.script.Script;
import io.sluice.testkit.RedisCluster;
import io.sluice.testkit.RedisSentinel;
import org.junit.jupiter.api.Test;

class ManyServersLinkTest {
    private static final Script COUNT = LettuceLinkTest.script("return {redis.call('INCR', KEYS[1])}");

    private static Link to(String url) {
        return new LettuceLink(RedisAddress.parse(url), SslOptions.create());
    }

    @Test
    void sentinelLeadsToTheNewMaster() {
        try (RedisSentinel redis = RedisSentinel.start();
                Link link = to(redis.url())) {
            LettuceLinkTest.eventually(link, COUNT);
            redis.failover();
            assertThat(LettuceLinkTest.eventually(link, COUNT).get(0)).isInstanceOf(Long.class);
        }
    }

    @Test
    void aClusterIsAskedWhereTheKeyIs() {
        try (RedisCluster redis = RedisCluster.start();
                Link link = to(redis.url().replace("redis://", "redis-cluster://"))) {
            for (String key : new String[] {"a", "b", "c", "d", "e", "f"}) {
                assertThat(LettuceLinkTest.eventually(link, COUNT, key)).containsExactly(1L);
            }
        }
    }

    @Test
    void aKeyIsFoundWhereItMoved() {
        try (RedisCluster redis = RedisCluster.start();
                Link link = to(redis.url().replace("redis://", "redis-cluster://"))) {
            assertThat(LettuceLinkTest.eventually(link, COUNT, "a")).containsExactly(1L);
            int slot = link.slot("a".getBytes(UTF_8));
            redis.migrateSlot(slot, redis.homeOf(slot), redis.masters().get(0));
            assertThat(LettuceLinkTest.eventually(link, COUNT, "a")).containsExactly(2L);
        }
    }
}
