package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.redis.RedisStore;
import io.sluice.testkit.RedisServer;
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
