package io.sluice.rules;

import io.sluice.core.Clock;
import io.sluice.core.Store;
import io.sluice.core.StoreProvider;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where counters live: {@code memory}, or the URL of a Redis and how to use it.
 *
 * @param url null: in memory
 * @param consistency strict, leased or eventual
 * @param onFailure local, allow or refuse
 * @param maxKeys in memory: the most keys a rule keeps counters for
 * @param awakePercent the share of a core that a thread may look for replies of Redis instead of sleeping, where they come rarely
 */
public record StoreSettings(
        @Nullable String url,
        String consistency,
        String onFailure,
        Duration budget,
        @Nullable Integer instances,
        String prefix,
        long maxKeys,
        int awakePercent) {
    /** Percent. */
    public static final int DEFAULT_AWAKE = 2;

    /** With the default {@code awakePercent}. */
    public StoreSettings(
            @Nullable String url,
            String consistency,
            String onFailure,
            Duration budget,
            @Nullable Integer instances,
            String prefix,
            long maxKeys) {
        this(url, consistency, onFailure, budget, instances, prefix, maxKeys, DEFAULT_AWAKE);
    }

    /**
     * The store, open: in this process, or the one that the URL leads to. The artifact for that, such as {@code io.sluice:sluice-redis}, must be on the class path.
     *
     * @param clock of a store in this process; others have their own
     * @throws IllegalArgumentException if the artifact is missing or a setting is not usable, with what would be right
     */
    public Store open(Clock clock) {
        return url == null ? inMemory(clock) : StoreProvider.find(at(url));
    }

    /** For a provider: the same at this URL. */
    public StoreProvider.Settings at(String other) {
        return new StoreProvider.Settings(other, consistency, onFailure, budget, instances, prefix, awakePercent);
    }

    /** A store in this process, as large as it may become. */
    public Store inMemory(Clock clock) {
        return Store.memory(clock, maxKeys);
    }
}
