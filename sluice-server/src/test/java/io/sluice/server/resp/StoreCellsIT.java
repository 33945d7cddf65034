package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.redis.RedisStore;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Counters in Redis answer as those in memory do, for whole microseconds. */
class StoreCellsIT {
    private static final long SEED = Long.getLong("sluice.seed", 20_261_115);

    @Test
    void answersAsMemoryDoes() throws Exception {
        ManualClock clock = new ManualClock(1_800_000_000_000_000_000L);
        try (RedisServer redis = RedisServer.start();
                Store store = RedisStore.simulation(redis.url(), clock)) {
            Cells inRedis = Cells.in(store, Talk.MAX_KEYS);
            Cells inMemory = new MemoryCells(clock, Talk.MAX_KEYS);
            assertThat(inRedis).isInstanceOf(StoreCells.class);
            Random random = new Random(SEED);
            String[] limits = {"4 1 1", "15 30 60", "0 1 10", "9 100000 1", "2 7 14", "-1 1 1"};
            for (int i = 0; i < 600; i++) {
                clock.advanceNanos(1_000L * random.nextInt(random.nextBoolean() ? 1_500_000 : 10));
                String numbers = limits[random.nextInt(limits.length)];
                String key = "k" + random.nextInt(2) + numbers.replace(' ', '-');
                String words = key + " " + numbers + " " + (random.nextInt(9) - 2);
                int database = random.nextInt(2);
                assertThat(answer(inRedis, words, database))
                        .as("seed %d (replay with -Dsluice.seed=%d): CL.THROTTLE %s", SEED, SEED, words)
                        .isEqualTo(answer(inMemory, words, database));
            }
        }
    }

    /** Also where a permit takes no whole number of microseconds. */
    @Test
    void answersAboutNewKeysAsMemoryDoesByTheTimeOfRedis() throws Exception {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.builder(redis.url())
                        .budget(Duration.ofSeconds(20))
                        .build()) {
            store.connected().get(20, TimeUnit.SECONDS);
            Cells inRedis = Cells.in(store, Talk.MAX_KEYS);
            List<String> questions = new ArrayList<>(List.of(
                    "2 3 1 1",
                    "6 7 1 1",
                    "10 11 1 1",
                    "99 30 1 99",
                    "99 60 10 98",
                    "9 600000 1 4",
                    "2999 3000000 1 7"));
            Random random = new Random(SEED);
            for (int i = 0; i < 1_000; i++) {
                questions.add(question(random));
            }
            for (int i = 0; i < questions.size(); i++) {
                String words = "new" + i + " " + questions.get(i);
                Cells inMemory = new MemoryCells(new ManualClock(), Talk.MAX_KEYS);
                assertThat(answer(inRedis, words, 0))
                        .as("seed %d (replay with -Dsluice.seed=%d): CL.THROTTLE %s", SEED, SEED, words)
                        .isEqualTo(answer(inMemory, words, 0));
            }
        }
    }

    private static String question(Random random) {
        long burst = random.nextInt(random.nextBoolean() ? 20 : 10_000);
        long count = 1L + random.nextInt(random.nextBoolean() ? 100 : 5_000_000);
        long period = 1L + random.nextInt(random.nextBoolean() ? 10 : 100_000);
        long quantity = random.nextInt((int) burst + 3);
        return burst + " " + count + " " + period + " " + quantity;
    }

    @Test
    void saysWhatAStoreCannotCount() {
        try (Store store = Store.memory(new ManualClock())) {
            Cells cells = new StoreCells(store);
            Throttle throttle = new Throttle();
            Request request = TestRequest.of("CL.THROTTLE", "a", "3000000000", "1000", "1");
            throttle.read(request, 0);
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> cells.decide(throttle, new Replies()))
                    .isInstanceOf(CellError.class)
                    .hasMessageStartingWith("Cell error: Store error: ")
                    .hasMessageEndingWith("use smaller numbers");
        }
    }

    private static String answer(Cells cells, String words, int database) throws Exception {
        Throttle throttle = new Throttle();
        throttle.at(cells.nanos());
        throttle.read(TestRequest.of(("CL.THROTTLE " + words).split(" ", -1)), database);
        Replies out = new Replies();
        CompletionStage<Consumer<Replies>> later = cells.decide(throttle, out);
        if (later != null) {
            later.toCompletableFuture().get(20, TimeUnit.SECONDS).accept(out);
        }
        return TestRequest.text(out);
    }
}
