package io.sluice.rules;

import io.sluice.core.Clock;
import io.sluice.core.Store;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where counters live: {@code memory}, or the URL of a Redis and how to use it.
 *
 * @param url null: in memory
 * @param consistency strict, leased or eventual
 * @param onFailure local, allow or refuse
 * @param maxKeys in memory: the most keys a rule keeps counters for
 */
public record StoreSettings(
        @Nullable String url,
        String consistency,
        String onFailure,
        Duration budget,
        @Nullable Integer instances,
        String prefix,
        long maxKeys) {
    /** A store in this process, as large as it may become. */
    public Store inMemory(Clock clock) {
        return Store.memory(clock, maxKeys);
    }
}
