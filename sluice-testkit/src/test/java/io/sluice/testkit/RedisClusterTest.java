package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class RedisClusterTest {
    @Test
    void keepsKeysAtTheMasterOfTheirSlot() {
        try (RedisCluster redis = RedisCluster.start();
                RedisClusterClient client = RedisClusterClient.create(redis.url());
                StatefulRedisClusterConnection<String, String> connection = client.connect()) {
            for (int i = 0; i < 30; i++) {
                connection.sync().set("key" + i, "v" + i);
                RedisServer home = redis.homeOf(redis.slotOf("key" + i));
                assertThat(home.command("GET", "key" + i)).containsExactly("v" + i);
            }
            moveASlot(redis, connection);
            leaveASlotOnItsWay(redis);
        }
    }

    private static void moveASlot(RedisCluster redis, StatefulRedisClusterConnection<String, String> connection) {
        int slot = redis.slotOf("{tag}");
        RedisServer from = redis.homeOf(slot);
        RedisServer to = redis.masters().get((redis.masters().indexOf(from) + 1) % 3);
        for (int i = 0; i < 150; i++) {
            connection.sync().set("{tag}" + i, "v" + i);
        }
        redis.migrateSlot(slot, from, to);
        assertThat(to.command("CLUSTER", "COUNTKEYSINSLOT", Integer.toString(slot)))
                .containsExactly("150");
        assertThat(connection.sync().get("{tag}149")).isEqualTo("v149");
        assertThatThrownBy(() -> from.command("GET", "{tag}0"))
                .hasMessageContaining("MOVED " + slot + " 127.0.0.1:" + to.port());
    }

    private static void leaveASlotOnItsWay(RedisCluster redis) {
        int slot = redis.slotOf("{way}");
        RedisServer from = redis.homeOf(slot);
        RedisServer to = redis.masters().get((redis.masters().indexOf(from) + 2) % 3);
        from.command("MSET", "{way}1", "1", "{way}2", "2");
        SlotMigration migration = redis.beginMigration(slot, from, to);
        migration.moveKeys(List.of("{way}1"));
        assertThatThrownBy(() -> from.command("GET", "{way}1")).hasMessageContaining("ASK " + slot);
        assertThatThrownBy(() -> from.command("MGET", "{way}1", "{way}2")).hasMessageContaining("TRYAGAIN");
        migration.moveKeys();
        migration.finish();
        assertThat(to.command("MGET", "{way}1", "{way}2")).containsExactly("1", "2");
    }

    @Test
    void aReplicaTakesOverWhenItsMasterDies() {
        try (RedisCluster redis = RedisCluster.startWithReplicas()) {
            RedisServer master = redis.masters().get(0);
            RedisServer replica = redis.replicas().get(0);
            master.command("SET", "b", "1");
            assertThat(redis.homeOf(redis.slotOf("b"))).isSameAs(master);
            await(replica, () -> replica.command("DBSIZE").contains("1"));
            master.kill();
            await(replica, () -> replica.command("ROLE").get(0).equals("master"));
            await(replica, () -> replica.command("CLUSTER", "INFO").get(0).contains("cluster_state:ok"));
            assertThat(replica.command("GET", "b")).containsExactly("1");
            master.restart();
            await(master, () -> master.command("ROLE").get(0).equals("slave"));
        }
    }

    private static void await(RedisServer server, BooleanSupplier condition) {
        Deadline.await(Duration.ofSeconds(20), condition, server::output);
    }
}
