package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.redis.RedisStore;
import io.sluice.rules.RuleEngine;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Where decisions take time, and where they cannot be made any more. */
class RedisDoorIT {
    private static final String RULES = "version: 1\nrules:\n  two: { per: ip, limit: 2/day }\n";
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void noThreadWaitsForADecision() throws Exception {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = connected(redis, LONG)) {
            RateLimitFilter filter = settings(store).filter();
            AtomicInteger returned = new AtomicInteger();
            Filter watching = (request, response, chain) -> {
                filter.doFilter(request, response, chain);
                returned.incrementAndGet();
            };
            try (JettyDoor door = JettyDoor.start(watching, true, JettyDoor::serve)) {
                RawHttp client = RawHttp.to(door.port());
                redis.pause();
                CompletableFuture<RawAnswer> first =
                        CompletableFuture.supplyAsync(() -> client.get("/1"), FilterScene.ON_ITS_OWN);
                FilterScene.await("the thread is free", () -> returned.get() == 1);
                assertThat(door.served()).isZero();
                redis.resume();
                assertThat(first.join().headers("X-RateLimit-Remaining")).containsExactly("1");
                assertThat(door.seen()).containsExactly("ASYNC GET /1");
                assertThat(client.get("/2").status()).isEqualTo(200);
                RawAnswer third = client.get("/3");
                assertThat(third.status()).isEqualTo(429);
                assertThat(third.body()).contains("Maximum 2 requests per day allowed.");
            }
        }
    }

    @Test
    void orTheRequestsOwnThreadDoes() throws Exception {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = connected(redis, LONG);
                JettyDoor door = JettyDoor.start(settings(store).waitInThread().filter(), true, JettyDoor::serve)) {
            RawHttp client = RawHttp.to(door.port());
            client.get("/1");
            client.get("/2");
            assertThat(client.get("/3").status()).isEqualTo(429);
            assertThat(door.seen()).containsExactly("REQUEST GET /1", "REQUEST GET /2");
        }
    }

    @Test
    void aDeadStoreLeavesTheDoorWorking_23() throws Exception {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = connected(redis, Duration.ofMillis(200));
                JettyDoor door = JettyDoor.start(settings(store).filter(), true, JettyDoor::serve)) {
            RawHttp client = RawHttp.to(door.port());
            assertThat(client.get("/").status()).isEqualTo(200);
            redis.pause();
            assertThat(client.get("/").status()).isIn(200, 429);
            redis.kill();
            for (int i = 0; i < 3; i++) {
                client.get("/");
            }
            assertThat(client.get("/").status())
                    .as("still limited, by this process alone")
                    .isEqualTo(429);
        }
    }

    private static FilterSettings settings(RedisStore store) {
        return FilterSettings.of(new RuleEngine(Rules.parse(RULES), store), store.clock());
    }

    /** A store that has an answer from its Redis: until then it decides alone. */
    private static RedisStore connected(RedisServer redis, Duration budget) {
        RedisStore store = RedisStore.builder(redis.url()).budget(budget).build();
        FilterScene.await("connected", () -> {
            long alone = store.health().fallbacks();
            store.limiter("first", Limit.perSecond(1_000))
                    .tryAcquire("x")
                    .toCompletableFuture()
                    .join();
            return store.health().fallbacks() == alone;
        });
        return store;
    }
}
