package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.RandomEvents.Cancels;
import io.sluice.testkit.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same events, in memory and in Redis, answered alike to the byte. */
@SuppressWarnings("NullAway.Init") // started before all
@Tag("long") // the same on every JDK
class SimulateStoreTest {
    private static final long SEED = Long.getLong("sluice.seed", 20_261_115);
    private static final int EVENTS = 400;

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @ParameterizedTest
    @CsvSource({
        "10/s, ANY_TIME",
        "7/s burst 20, AT_ONCE",
        "2/s leaky-bucket 10, ANY_TIME",
        "2/s leaky-queue 10, ANY_TIME",
        "10/s fixed-window, ANY_TIME",
        "10/s fixed-window anchored, ANY_TIME",
        "10/s sliding-window, AT_ONCE",
        "10/s sub-windows 5, ANY_TIME",
        "10/s sliding-log, ANY_TIME",
        "5/s; 50/min fixed-window, AT_ONCE",
        "5/s; 20/10s sliding-log; 30/min fixed-window, NEVER"
    })
    void answersAlike(String limits, Cancels cancels) {
        answersAlike(limits, cancels, 1_000);
    }

    /** Days pass where it would be milliseconds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "4/week",
                "10/month",
                "10/month Europe/Berlin",
                "60/year America/New_York",
                "3/day fixed-window; 5/week Asia/Tokyo; 10/month"
            })
    void answersAlikeByTheCalendar(String limits) {
        answersAlike(limits, Cancels.ANY_TIME, 3_600_000_000L);
    }

    private static void answersAlike(String limits, Cancels cancels, long unit) {
        String events = new RandomEvents(new Random(SEED + limits.hashCode()), cancels, unit).make(EVENTS);
        Run memory = simulate(events, limits, "memory");
        Run inRedis = simulate(events, limits, redis.url());
        assertThat(inRedis.err()).isEmpty();
        assertThat(inRedis.lines()).as("seed " + SEED).containsExactlyElementsOf(memory.lines());
        assertThat(memory.lines()).hasSize(EVENTS);
        assertThat(events).contains("reserve");
    }

    private static Run simulate(String events, String limits, String store) {
        List<String> args = new ArrayList<>(List.of("simulate", "--store", store));
        for (String limit : limits.split("; ", -1)) {
            args.add("--limit");
            args.add(limit);
        }
        return Run.reading(events, args.toArray(String[]::new));
    }

    @Test
    void aRedisThatIsNotThereIsSaidSo() {
        Run run = Run.sluice("simulate", "--limit", "10/s", "--store", "redis://127.0.0.1:1");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("sluice: redis://127.0.0.1:1 does not answer: Connection refused")
                .contains("; give the URL of a Redis that runs with --store")
                .doesNotContain("\tat ", "Exception");
    }
}
