package io.sluice.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.SslOptions;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.redis.lease.LeasedStore;
import io.sluice.redis.link.LettuceLink;
import io.sluice.redis.link.RedisAddress;
import io.sluice.redis.script.KeyNames;
import io.sluice.testkit.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How late an instance sees that another one has reset a key which it refuses. */
@SuppressWarnings("NullAway.Init") // started before all
class RefusalsElsewhereTest {
    private static final Duration REMEMBERED = Duration.ofSeconds(10);
    private static final Limit SLOW = Limit.parse("20/h burst 100");

    private static RedisServer redis;
    private static LettuceLink link;

    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

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

    private Store strict(String prefix, Duration remembered) {
        return StrictStore.inTimeOf(clock, link, new KeyNames(prefix), new Refusals(remembered.toNanos()));
    }

    private Store leased(String prefix, Duration remembered) {
        return new LeasedStore(strict(prefix, remembered), () -> 2);
    }

    private static boolean passes(AsyncRateLimiter limiter) {
        return limiter.tryAcquire("ann")
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join()
                .allowed();
    }

    /** Refused by Redis just now, because everything from before is forgotten, and reset elsewhere right after. */
    private AsyncRateLimiter refusedThenReset(Store here, Store elsewhere) {
        AsyncRateLimiter limiter = here.limiter("slow", SLOW);
        while (passes(limiter)) {
            clock.advanceNanos(1_000);
        }
        clock.advance(REMEMBERED.plusSeconds(2));
        assertThat(passes(limiter)).isFalse();
        elsewhere
                .limiter("slow", SLOW)
                .reset("ann")
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        return limiter;
    }

    @Test
    void strictSeesItWhenItForgetsTheRefusal() {
        AsyncRateLimiter here = refusedThenReset(strict("strict:", REMEMBERED), strict("strict:", REMEMBERED));
        clock.advance(REMEMBERED.minusNanos(1_000_000));
        assertThat(passes(here)).isFalse();
        clock.advanceNanos(1_000_000);
        assertThat(passes(here)).isTrue();
    }

    /** What is asked just before the refusal is forgotten below is remembered for a second more above. */
    @Test
    void leasedSeesItUpToASecondLater() {
        AsyncRateLimiter here = refusedThenReset(leased("leased:", REMEMBERED), leased("leased:", REMEMBERED));
        for (int i = 0; i < 9; i++) {
            clock.advance(Duration.ofMillis(1_100));
            assertThat(passes(here)).isFalse();
        }
        clock.advance(Duration.ofMillis(999));
        assertThat(passes(here)).as("10.899 s later").isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(passes(here)).isTrue();
    }

    @Test
    void leasedSeesItAfterASecondIfNothingIsRememberedBelow() {
        AsyncRateLimiter here = refusedThenReset(leased("short:", Duration.ZERO), leased("short:", Duration.ZERO));
        clock.advance(Duration.ofMillis(999));
        assertThat(passes(here)).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(passes(here)).isTrue();
    }
}
