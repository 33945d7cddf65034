package io.sluice.server.limits;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Clock;
import io.sluice.core.Limit;
import io.sluice.core.MemoryStore;
import io.sluice.core.Store;
import io.sluice.redis.RedisStore;
import io.sluice.redis.RedisStoreProvider;
import io.sluice.rules.RuleSet;
import io.sluice.rules.StoreSettings;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The store that the rule file asks for, open.
 *
 * @param redis the same store where it is a Redis; null in memory
 */
public record OpenStore(Store store, @Nullable RedisStore redis, StoreSettings settings) {
    /** A connection may take two seconds to fail. */
    private static final Duration MOST_FOR_WARMING = Duration.ofSeconds(3);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** @throws IllegalArgumentException if the URL is none of a Redis, with what would be right */
    static OpenStore open(StoreSettings settings, Clock clock) {
        return open(settings, clock, null);
    }

    /** With counters that were saved, if they are in memory. */
    static OpenStore open(StoreSettings settings, Clock clock, @Nullable SnapshotSettings snapshot) {
        String url = settings.url();
        if (url == null) {
            Store store = snapshot == null
                    ? settings.inMemory(clock)
                    : MemoryStore.from(snapshot.file(), clock, settings.maxKeys());
            return new OpenStore(store, null, settings);
        }
        RedisStore redis = new RedisStoreProvider().open(settings.at(url));
        return new OpenStore(redis, redis, settings);
    }

    /** Connects, and makes decisions of no consequence under the limits of these rules, before any port opens; bounded where there is no Redis. */
    void warmUp(RuleSet rules) {
        if (redis != null) {
            Set<List<Limit>> limits = new LinkedHashSet<>();
            rules.rules().forEach(rule -> limits.addAll(rule.limits().values()));
            limits.add(List.of(Limit.perSecond(10)));
            redis.warmUp(limits, MOST_FOR_WARMING);
        }
    }

    /** Why Redis does not count, for people; null if it does, or there is none. Waits so long for it. */
    public @Nullable String fault(Duration patience) {
        if (redis == null) {
            return null;
        }
        long end = System.nanoTime() + patience.toNanos();
        AsyncRateLimiter limiter = redis.limiter("sluice-start", Limit.perSecond(1));
        boolean answered = false;
        while (!answered && System.nanoTime() - end < 0) {
            long before = redis.health().fallbacks();
            var unused = limiter.peek("start", 1).toCompletableFuture().join();
            answered = redis.connected().isDone() && redis.health().fallbacks() == before;
            LockSupport.parkNanos(answered ? 0 : PAUSE_NANOS);
        }
        return answered ? null : "Redis does not count: " + whyNot(redis);
    }

    private static String whyNot(RedisStore redis) {
        return redis.health()
                .lastFailure()
                .map(failure -> causes(failure.error()))
                .orElse("it cannot be reached");
    }

    /** The first and the last, which say where and why. */
    private static String causes(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.equals(error) ? String.valueOf(error.getMessage()) : error.getMessage() + ": " + root.getMessage();
    }

    /** The same but for the URL; null leaves it. */
    static StoreSettings at(@Nullable String url, StoreSettings settings) {
        return url == null
                ? settings
                : new StoreSettings(
                        url,
                        settings.consistency(),
                        settings.onFailure(),
                        settings.budget(),
                        settings.instances(),
                        settings.prefix(),
                        settings.maxKeys(),
                        settings.awakePercent());
    }
}
