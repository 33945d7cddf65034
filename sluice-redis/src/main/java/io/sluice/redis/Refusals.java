package io.sluice.redis;

import io.sluice.core.Decision;
import io.sluice.core.Key;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Refusals that still hold: whoever hammers at a limit costs Redis nothing. Each is about the permits that were asked, so a
 * refused 5 does not refuse a 1, and ends when its {@code retryAfter} is over.
 *
 * <p>A fixed number of places; a newcomer may displace another, which then is asked about in Redis again.
 */
final class Refusals {
    private static final int SETS = 1 << 12;
    private static final int WAYS = 4;

    private record Refusal(String name, String key, long permits, long at, Decision decision) {
        boolean isAbout(String otherName, String otherKey) {
            return key.equals(otherKey) && name.equals(otherName);
        }

        long left(long now) {
            return decision.retryAfterNanos() - (now - at);
        }
    }

    private final AtomicReferenceArray<@Nullable Refusal> places = new AtomicReferenceArray<>(SETS * WAYS);
    private final long longestNanos;

    /** Remembers none longer than that: so late a reset elsewhere may be seen. */
    Refusals(long longestNanos) {
        this.longestNanos = longestNanos;
    }

    /** The refusal as it would be now; null if none is known. */
    @Nullable
    Decision known(String name, String key, long permits, long now) {
        int set = set(name, key);
        for (int i = set; i < set + WAYS; i++) {
            Refusal refusal = places.get(i);
            if (refusal != null && refusal.permits == permits && refusal.isAbout(name, key)) {
                long left = refusal.left(now);
                return left > 0 && now - refusal.at < longestNanos ? later(refusal.decision, now - refusal.at) : null;
            }
        }
        return null;
    }

    private static Decision later(Decision refused, long nanos) {
        long wait = refused.retryAfterNanos() - nanos;
        return refused.blocked()
                ? Decision.blocked(refused.binding(), wait)
                : Decision.refused(
                        refused.binding(),
                        wait,
                        refused.remaining(),
                        Math.max(wait, refused.resetAfterNanos() - nanos));
    }

    /** {@code now} is before Redis was asked, so that nothing is refused for longer than Redis would. */
    void remember(String name, String key, long permits, long now, Decision refused) {
        if (refused.never()) {
            return;
        }
        int set = set(name, key);
        int place = set;
        for (int i = set; i < set + WAYS; i++) {
            Refusal there = places.get(i);
            if (there == null || (there.permits == permits && there.isAbout(name, key))) {
                place = i;
                break;
            }
            Refusal shortest = places.get(place);
            place = shortest != null && there.left(now) < shortest.left(now) ? i : place;
        }
        places.set(place, new Refusal(name, key, permits, now, refused));
    }

    /** For what may end a refusal: all about a key. */
    void forget(String name, String key) {
        int set = set(name, key);
        for (int i = set; i < set + WAYS; i++) {
            Refusal refusal = places.get(i);
            if (refusal != null && refusal.isAbout(name, key)) {
                places.compareAndSet(i, refusal, null);
            }
        }
    }

    private static int set(String name, String key) {
        return (int) (Key.and(Key.and(Key.parts(), name), key) >>> 52) * WAYS;
    }
}
