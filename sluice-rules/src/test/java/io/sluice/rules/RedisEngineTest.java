package io.sluice.rules;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.redis.RedisStore;
import io.sluice.testkit.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** On a real Redis, in the test's time. */
class RedisEngineTest extends EngineCases {
    private static @Nullable RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        if (redis != null) {
            redis.close();
        }
    }

    @Override
    Store store(ManualClock clock) {
        if (redis == null) {
            throw new AssertionError("it was started before");
        }
        return RedisStore.simulation(redis.url(), clock);
    }
}
