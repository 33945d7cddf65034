package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis answers as memory does, event by event. */
class AskPropertyTest {
    private static final int STORIES = 300;
    private static final int STEPS = 60;

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
        tell(STORIES, random -> {
            LimitSet set = several("several", kind, random);
            new Traffic(redis, random, List.of(set)).run(STEPS);
        });
    }

    @ParameterizedTest
    @EnumSource
    void severalKeys(Limit.Kind kind) {
        tell(STORIES, random -> {
            List<LimitSet> sets = new ArrayList<>();
            sets.add(LimitSet.of("user", Limits.of(kind, random, true)));
            sets.add(several("tenant", kind, random));
            sets.add(LimitSet.of("all", Limits.of(kind, random, true)));
            new Traffic(redis, random, sets).run(STEPS);
        });
    }

    /** One of the kind, and one or two of any; only that a sliding window's promises may fall between microseconds. */
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
