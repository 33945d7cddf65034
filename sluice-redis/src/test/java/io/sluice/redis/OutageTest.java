package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.redis.failure.Health;
import io.sluice.redis.failure.OnFailure;
import io.sluice.testkit.FaultProxy;
import io.sluice.testkit.RedisCluster;
import io.sluice.testkit.RedisSentinel;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.SlotMigration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Whatever happens to Redis: every question is answered, limits hold here, and nobody has to help afterwards. */
class OutageTest {
    private static final Limit FIVE = Limit.of(5, Duration.ofHours(1));

    private static Decision ask(AsyncRateLimiter limiter, String key) {
        return limiter.tryAcquire(key)
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    private static void await(String what, BooleanSupplier condition) {
        Instant end = Instant.now().plus(Duration.ofSeconds(60));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as(what).isBefore(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Redis decides, as its own counters show. */
    private static void awaitRedis(RedisStore store, AsyncRateLimiter limiter, RedisServer redis) {
        int[] asked = {0};
        await("Redis decides again", () -> {
            ask(limiter, "probe" + asked[0]++);
            return store.health().phase() == Health.Phase.CLOSED
                    && !redis.command("KEYS", "*probe" + (asked[0] - 1) + "}*").isEmpty();
        });
    }

    /**
     * Of twenty requests at once, all are answered and five allowed; or up to ten, because what Redis answers too late, on a busy
     * machine, is answered here besides.
     */
    private static void assertLimited(AsyncRateLimiter limiter, String key) {
        List<CompletableFuture<Decision>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(limiter.tryAcquire(key).toCompletableFuture().orTimeout(10, TimeUnit.SECONDS));
        }
        assertThat(all.stream().filter(one -> one.join().allowed())).hasSizeBetween(5, 10);
    }

    @Test
    void startsWithoutRedis() {
        RedisServer redis = RedisServer.start();
        redis.kill();
        try (RedisStore store = RedisStore.of(redis.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            assertLimited(limiter, "ann");
            redis.restart();
            awaitRedis(store, limiter, redis);
            assertLimited(limiter, "bob");
        } finally {
            redis.close();
        }
    }

    @Test
    void goesOnWhenRedisIsKilledAndBack() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.of(redis.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis);
            redis.kill();
            assertLimited(limiter, "ann");
            assertThat(store.health().fallbacks()).isPositive();
            redis.restart();
            awaitRedis(store, limiter, redis);
            assertLimited(limiter, "bob");
        }
    }

    @Test
    void goesOnWhenRedisHangs() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.of(redis.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis);
            redis.pause();
            assertLimited(limiter, "ann");
            assertThat(store.health().timeouts()).isPositive();
            redis.resume();
            awaitRedis(store, limiter, redis);
        }
    }

    /** A key whose permits Redis itself has given, all of them. */
    private static String usedUp(RedisStore store, AsyncRateLimiter limiter) {
        AtomicReference<String> key = new AtomicReference<>("");
        int[] asked = {0};
        await("Redis gives all at once", () -> {
            long before = store.health().fallbacks();
            key.set("all" + asked[0]++);
            boolean allowed = limiter.tryAcquire(key.get(), 5)
                    .toCompletableFuture()
                    .join()
                    .allowed();
            return allowed && store.health().fallbacks() == before;
        });
        return key.get();
    }

    @Test
    void doesNotGiveOnceMoreWhatRedisGave() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.of(redis.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis);
            String key = usedUp(store, limiter);
            redis.pause();
            for (int i = 0; i < 20; i++) {
                assertThat(ask(limiter, key).allowed()).isFalse();
            }
            assertThat(store.health().timeouts()).isPositive();
            redis.resume();
        }
    }

    @Test
    void goesOnWhenRedisIsSlow() {
        try (RedisServer redis = RedisServer.start();
                FaultProxy between = FaultProxy.to(redis.port());
                RedisStore store = RedisStore.of(between.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis);
            between.delay(Duration.ofMillis(500));
            assertLimited(limiter, "ann");
            assertThat(store.health().timeouts()).isPositive();
            between.heal();
            awaitRedis(store, limiter, redis);
        }
    }

    @Test
    void goesOnWhenTheConnectionBreaks() {
        try (RedisServer redis = RedisServer.start();
                FaultProxy between = FaultProxy.to(redis.port());
                RedisStore store = RedisStore.of(between.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis);
            between.cut();
            assertLimited(limiter, "ann");
            between.heal();
            awaitRedis(store, limiter, redis);
        }
    }

    @Test
    void goesOnWhenRedisMayOnlyBeRead() {
        try (RedisServer master = RedisServer.start();
                RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.of(redis.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis);
            redis.command("REPLICAOF", "127.0.0.1", Integer.toString(master.port()));
            assertLimited(limiter, "ann");
            redis.command("REPLICAOF", "NO", "ONE");
            awaitRedis(store, limiter, redis);
        }
    }

    @Test
    void doesNotEvenNoticeAScriptFlush() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.builder(redis.url())
                        .budget(Duration.ofSeconds(10))
                        .build()) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis);
            long before = store.health().fallbacks();
            redis.command("SCRIPT", "FLUSH");
            assertLimited(limiter, "ann");
            assertThat(store.health().fallbacks()).isEqualTo(before);
        }
    }

    @Test
    void goesOnThroughAFailover() {
        try (RedisSentinel redis = RedisSentinel.start();
                RedisStore store = RedisStore.of(redis.url())) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            awaitRedis(store, limiter, redis.master());
            RedisServer next = redis.failover();
            assertLimited(limiter, "ann");
            awaitRedis(store, limiter, next);
            assertLimited(limiter, "bob");
        }
    }

    @Test
    void goesOnWhileASlotMoves() {
        try (RedisCluster redis = RedisCluster.start();
                RedisStore store = RedisStore.of(redis.url().replace("redis:", "redis-cluster:"))) {
            AsyncRateLimiter limiter = store.limiter("api", FIVE);
            int slot = redis.slotOf("{api|ann}");
            RedisServer from = redis.homeOf(slot);
            RedisServer to = redis.masters().get(from == redis.masters().get(0) ? 1 : 0);
            await(
                    "counted",
                    () -> ask(limiter, "ann") != null && !counters(from).isEmpty());
            SlotMigration migration = redis.beginMigration(slot, from, to);
            assertLimited(limiter, "bob");
            migration.moveKeys();
            migration.finish();
            await(
                    "used up where it moved",
                    () -> !ask(limiter, "ann").allowed() && !counters(to).isEmpty());
            assertThat(counters(from)).isEmpty();
        }
    }

    private static List<String> counters(RedisServer redis) {
        return redis.command("KEYS", "*{api|ann}*");
    }

    @Test
    void allowsOrRefusesIfToldSo() {
        try (RedisStore allowing = RedisStore.builder("redis://127.0.0.1:1")
                        .onFailure(OnFailure.ALLOW)
                        .build();
                RedisStore refusing = RedisStore.builder("redis://127.0.0.1:1")
                        .onFailure(OnFailure.REFUSE)
                        .build()) {
            AsyncRateLimiter open = allowing.limiter("api", FIVE);
            AsyncRateLimiter shut = refusing.limiter("api", FIVE);
            for (int i = 0; i < 10; i++) {
                assertThat(ask(open, "ann").allowed()).isTrue();
                assertThat(ask(shut, "ann").allowed()).isFalse();
            }
        }
    }
}
