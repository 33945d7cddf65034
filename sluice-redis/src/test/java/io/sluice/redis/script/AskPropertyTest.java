package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis answers as memory does, event by event. */
@Tag("long") // the same on every JDK
class AskPropertyTest {
    private static final int STORIES = 120;
    private static final int STORIES_OF_SEVERAL = 60;
    private static final int STEPS = 60;
    private static final int CALLS = 20;

    private static RealRedis redis;

    @BeforeAll
    static void start() {
        redis = new RealRedis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @ParameterizedTest
    @EnumSource
    void oneLimit(Limit.Kind kind) {
        tell(STORIES, random -> {
            boolean even = random.nextBoolean();
            LimitSet set = LimitSet.of("one", Limits.of(kind, random, even));
            new Traffic(redis, random, List.of(set)).run(STEPS);
        });
    }

    @ParameterizedTest
    @EnumSource
    void severalLimits(Limit.Kind kind) {
        tell(STORIES_OF_SEVERAL, random -> {
            LimitSet set = several("several", kind, random);
            new Traffic(redis, random, List.of(set)).run(STEPS);
        });
    }

    @ParameterizedTest
    @EnumSource
    void severalKeys(Limit.Kind kind) {
        tell(STORIES_OF_SEVERAL, random -> {
            List<LimitSet> sets = new ArrayList<>();
            sets.add(LimitSet.of("user", Limits.of(kind, random, true)));
            sets.add(several("tenant", kind, random));
            sets.add(LimitSet.of("all", Limits.of(kind, random, true)));
            new Traffic(redis, random, sets).run(STEPS);
        });
    }

    /** Questions that share a call see what those before them did, as if each were asked alone. */
    @ParameterizedTest
    @EnumSource
    void severalInOneCall(Limit.Kind kind) {
        tell(STORIES_OF_SEVERAL, random -> {
            List<LimitSet> sets = new ArrayList<>();
            sets.add(LimitSet.of("user", Limits.of(kind, random, true)));
            if (random.nextBoolean()) {
                sets.add(several("tenant", kind, random));
            }
            new Traffic(redis, random, sets).runTogether(CALLS);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T00:00:00Z",
        "Europe/Berlin, 2026-10-25T00:00:00Z",
        "America/New_York, 2026-11-01T05:00:00Z",
        "Australia/Lord_Howe, 2026-04-04T14:30:00Z",
        "Australia/Lord_Howe, 2026-10-03T15:00:00Z"
    })
    void windowsWhileClocksAreChanged(String zone, Instant shortlyBefore) {
        tell(STORIES_OF_SEVERAL, random -> {
            Duration period =
                    Duration.ofMinutes(List.of(10, 30, 60, 90, 120, 1_440).get(random.nextInt(6)));
            Limit limit = Limit.of(1L + random.nextInt(5), period).fixedWindow(ZoneId.of(zone));
            long start = shortlyBefore.getEpochSecond() * 1_000_000 - random.nextInt(1_000_000_000);
            Traffic traffic = new Traffic(redis, random, start, List.of(LimitSet.of("zone", limit)));
            if (random.nextBoolean()) {
                traffic.run(STEPS);
            } else {
                traffic.runTogether(CALLS);
            }
        });
    }

    /** Any day from 1970 to 2037, and clocks that were changed at midnight, or by a whole day. */
    @ParameterizedTest
    @CsvSource({
        "UTC, 1970-01-01T00:00:00Z, 24000",
        "Europe/Berlin, 1980-04-01T00:00:00Z, 21000",
        "Europe/Berlin, 2026-10-20T00:00:00Z, 15",
        "America/New_York, 2026-10-25T00:00:00Z, 40",
        "America/Asuncion, 1989-09-20T00:00:00Z, 4000",
        "Pacific/Apia, 2011-12-20T00:00:00Z, 15",
        "Africa/Cairo, 2023-10-20T00:00:00Z, 1000"
    })
    void weeksMonthsAndYears(String zone, Instant from, int days) {
        tell(STORIES_OF_SEVERAL, random -> {
            Limit limit = Limits.calendar(random, 1L + random.nextInt(5)).fixedWindow(ZoneId.of(zone));
            long start = from.getEpochSecond() * 1_000_000 + (long) (random.nextDouble() * days * 86_400_000_000L);
            new Traffic(redis, random, start, List.of(LimitSet.of("calendar", limit))).run(STEPS);
        });
    }

    /** One of the kind, and one or two of any. */
    private static LimitSet several(String name, Limit.Kind kind, Random random) {
        List<Limit> limits = new ArrayList<>();
        limits.add(Limits.of(kind, random, true));
        for (int i = random.nextInt(2); i < 2; i++) {
            Limit.Kind other = Limits.kind(random);
            limits.add(random.nextInt(limits.size() + 1), Limits.of(other, random, true));
        }
        return new LimitSet(name, limits, null);
    }

    private static void tell(int stories, Seeds.Story story) {
        Seeds.tell(stories, random -> {
            redis.flush();
            story.tell(random);
        });
    }
}
