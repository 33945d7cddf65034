package io.sluice.redis;

import io.lettuce.core.SslOptions;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.redis.link.LettuceLink;
import io.sluice.redis.link.RedisAddress;
import io.sluice.redis.script.KeyNames;
import io.sluice.testkit.RedisServer;
import io.sluice.testkit.StoreContract;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What the memory store does, Redis does too, but by the microsecond. */
@SuppressWarnings("NullAway.Init") // started before all
class RedisContractTest extends StoreContract {
    private static RedisServer redis;
    private static LettuceLink link;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        link = new LettuceLink(RedisAddress.parse(redis.url()), SslOptions.create());
        link.firstConnection().orTimeout(10, TimeUnit.SECONDS).join();
    }

    @AfterAll
    static void stop() {
        link.close();
        redis.close();
    }

    @Override
    protected Store newStore(ManualClock clock) {
        return StrictStore.inTimeOf(clock, link, new KeyNames(UUID.randomUUID() + ":"), new Refusals(0));
    }

    @Override
    public Duration tick() {
        return Duration.ofNanos(1_000);
    }
}
