package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same events, in memory and in Redis, answered alike to the byte. */
@SuppressWarnings("NullAway.Init") // started before all
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
    @ValueSource(
            strings = {
                "10/s",
                "7/s burst 20",
                "2/s leaky-bucket 10",
                "2/s leaky-queue 10",
                "10/s fixed-window",
                "10/s fixed-window anchored",
                "10/s sliding-window",
                "10/s sub-windows 5",
                "10/s sliding-log",
                "5/s; 20/10s sliding-log; 30/min fixed-window"
            })
    void answersAlike(String limits) {
        answersAlike(limits, 1_000);
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
        answersAlike(limits, 3_600_000_000L);
    }

    private static void answersAlike(String limits, long unit) {
        String events = events(new Random(SEED + limits.hashCode()), unit);
        Run memory = simulate(events, limits, "memory");
        Run inRedis = simulate(events, limits, redis.url());
        assertThat(inRedis.err()).isEmpty();
        assertThat(inRedis.lines()).as("seed " + SEED).containsExactlyElementsOf(memory.lines());
        assertThat(memory.lines()).hasSize(EVENTS);
    }

    private static Run simulate(String events, String limits, String store) {
        List<String> args = new ArrayList<>(List.of("simulate", "--store", store));
        for (String limit : limits.split("; ", -1)) {
            args.add("--limit");
            args.add(limit);
        }
        return Run.reading(events, args.toArray(String[]::new));
    }

    /** Whole microseconds; now and then a pause. */
    private static String events(Random random, long unit) {
        StringBuilder events = new StringBuilder();
        long t = 0;
        for (int i = 0; i < EVENTS; i++) {
            t += unit * random.nextInt(random.nextInt(20) == 0 ? 3_000_000 : 120_000);
            events.append("{\"t\":")
                    .append(t)
                    .append(",\"key\":\"k")
                    .append(random.nextInt(3))
                    .append('"');
            events.append(event(random)).append("}\n");
        }
        return events.toString();
    }

    private static String event(Random random) {
        String permits = ",\"permits\":" + random.nextInt(5);
        return switch (random.nextInt(16)) {
            case 0 -> ",\"op\":\"peek\"" + permits;
            case 1 -> ",\"op\":\"acquire_at_most\"" + permits;
            case 2 -> ",\"op\":\"refund\"" + permits;
            case 3 -> ",\"op\":\"penalize\"" + permits;
            case 4 -> random.nextInt(4) == 0 ? ",\"op\":\"reset\"" : permits;
            case 5 -> random.nextInt(4) == 0 ? ",\"op\":\"block\",\"durationNanos\":500000000" : permits;
            case 6 -> ",\"op\":\"unblock\"";
            default -> permits;
        };
    }

    @Test
    void aRedisThatIsNotThereIsSaidSo() {
        Run run = Run.sluice("simulate", "--limit", "10/s", "--store", "redis://127.0.0.1:1");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("sluice: redis://127.0.0.1:1 does not answer")
                .doesNotContain("\tat ");
    }
}
