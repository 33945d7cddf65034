package io.sluice.http.answer;

import io.sluice.core.Decision;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The waiting times of a decision, as every JSON document names them: {@code ...Seconds} are whole seconds, rounded up, as Retry-After says them;
 * {@code ...Nanos} are exact. Null where no wait would help.
 */
public final class Waits {
    private static final long SECOND = 1_000_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private Waits() {}

    /** By name, in the order in which they are written. */
    public static Map<String, @Nullable Long> of(Decision decision) {
        return of(decision, decision.delayNanos());
    }

    /** Where rules make the request wait longer than the limit alone would. */
    public static Map<String, @Nullable Long> of(Decision decision, long delayNanos) {
        Map<String, @Nullable Long> waits = new LinkedHashMap<>();
        put(waits, "retryAfter", decision.retryAfterNanos());
        put(waits, "resetAfter", decision.resetAfterNanos());
        waits.putAll(ofDelay(delayNanos));
        return waits;
    }

    /** Of a request that no limit has counted. */
    public static Map<String, @Nullable Long> ofDelay(long delayNanos) {
        Map<String, @Nullable Long> waits = new LinkedHashMap<>();
        put(waits, "delay", delayNanos);
        return waits;
    }

    private static void put(Map<String, @Nullable Long> waits, String name, long nanos) {
        waits.put(name + "Seconds", nanos == NEVER ? null : roundedUp(nanos));
        waits.put(name + "Nanos", nanos == NEVER ? null : nanos);
    }

    private static Long roundedUp(long nanos) {
        return nanos / SECOND + (nanos % SECOND == 0 ? 0 : 1);
    }
}
