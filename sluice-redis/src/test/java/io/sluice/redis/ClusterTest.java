package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.testkit.RedisCluster;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions over several slots: all or nothing, though no script can see them all. */
@SuppressWarnings("NullAway.Init") // started before all
class ClusterTest {
    private static RedisCluster redis;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisCluster.start();
        store = RedisStore.builder(redis.url().replace("redis:", "redis-cluster:"))
                .budget(Duration.ofSeconds(20))
                .build();
        store.connected().orTimeout(20, TimeUnit.SECONDS).join();
    }

    @AfterAll
    static void stop() {
        store.close();
        redis.close();
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static final String[] KINDS = {
        "10/h",
        "10/h leaky-bucket 10",
        "10/h leaky-queue 10",
        "10/h fixed-window",
        "10/h sliding-window",
        "10/h sliding-log"
    };

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void aRefusalTakesNothingAnywhere(int kind) {
        AsyncRateLimiter many = store.limiter("many" + kind, Limit.parse(KINDS[kind]));
        AsyncRateLimiter one = store.limiter("one" + kind, Limit.parse("1/h"));
        answer(one.tryAcquire("all"));
        for (int i = 0; i < 5; i++) {
            Decision refused = answer(AsyncCharges.of(many, "ann", 2)
                    .and(many, "bob", 1)
                    .and(one, "all", 1)
                    .tryAcquire());
            assertThat(refused.allowed()).isFalse();
        }
        assertThat(answer(many.peek("ann", 0)).remaining()).isEqualTo(10);
        assertThat(answer(many.peek("bob", 0)).remaining()).isEqualTo(10);
        assertThat(store.health().fallbacks()).as(store.health().toString()).isZero();
    }

    @Test
    void anAllowedOneTakesEverywhere() {
        AsyncRateLimiter many = store.limiter("allowed", Limit.parse("10/h"));
        AsyncCharges charges = AsyncCharges.of(many, "ann", 2).and(many, "bob", 1);
        assertThat(answer(charges.tryAcquire()).allowed()).isTrue();
        assertThat(answer(many.peek("ann", 0)).remaining()).isEqualTo(8);
        assertThat(answer(many.peek("bob", 0)).remaining()).isEqualTo(9);
        assertThat(answer(charges.tryAcquireUpTo(10)).granted()).isEqualTo(4);
        assertThat(answer(many.peek("ann", 0)).remaining()).isZero();
        assertThat(answer(charges.refund()).remaining()).isEqualTo(2);
        assertThat(answer(charges.reset()).remaining()).isEqualTo(10);
    }

    @Test
    void aReservationIsForNowOrNotAtAll() {
        AsyncRateLimiter many = store.limiter("reserved", Limit.parse("2/h"));
        AsyncCharges charges = AsyncCharges.of(many, "ann", 2).and(many, "bob", 1);
        assertThat(answer(charges.reserve(Duration.ofDays(1))).allowed()).isTrue();
        assertThat(answer(charges.reserve(Duration.ofDays(1))).allowed()).isFalse();
        assertThat(answer(many.peek("bob", 0)).remaining()).isEqualTo(1);
    }

    @Test
    void questionsOfOneSlotTravelTogetherAndHoldUpNoOther() {
        AsyncRateLimiter two = store.limiter("two", Limit.parse("100/h"), Limit.parse("50/h fixed-window"));
        RedisServer home = redis.homeOf(redis.slotOf("{two|hot}"));
        String elsewhere = IntStream.range(0, 1_000)
                .mapToObj(i -> "k" + i)
                .filter(key -> redis.homeOf(redis.slotOf("{two|" + key + "}")) != home)
                .findFirst()
                .orElseThrow();
        answer(two.tryAcquire("hot"));
        long before = calls(home);
        List<CompletionStage<Decision>> asked = new ArrayList<>();
        home.pause();
        try {
            for (int i = 0; i < 100; i++) {
                asked.add(two.tryAcquire("hot"));
            }
            assertThat(answer(two.tryAcquire(elsewhere)).remaining()).isEqualTo(49);
        } finally {
            home.resume();
        }
        assertThat(asked.stream().filter(one -> answer(one).allowed())).hasSize(49);
        assertThat(calls(home) - before).as("heartbeats included").isLessThan(10);
    }

    private static long calls(RedisServer server) {
        return Pattern.compile("cmdstat_evalsha:calls=(\\d+)")
                .matcher(String.join("\n", server.command("INFO", "commandstats")))
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    @Test
    void keysAreSpreadOverTheServers() {
        AsyncRateLimiter many = store.limiter("spread", Limit.parse("10/h"));
        for (int i = 0; i < 50; i++) {
            answer(many.tryAcquire("k" + i));
        }
        assertThat(redis.masters())
                .allMatch(server -> !server.command("KEYS", "sluice:{spread*").isEmpty());
    }
}
