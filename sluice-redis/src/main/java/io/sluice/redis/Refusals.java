package io.sluice.redis;

import io.sluice.core.Decision;
import io.sluice.core.Key;
import io.sluice.core.LimitSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Refusals that still hold: a client that hammers at a limit costs Redis nothing. Each is about one key under one set of limits and the permits that were
 * asked, so a refused 5 does not refuse a 1. It holds until its {@code retryAfter} is over, and answers what Redis would answer
 * if nothing but time had passed.
 *
 * <p>Whatever changes a key through this process ends all refusals of it ({@link #changed}), before the caller hears of the change. Replies may
 * come in another order than Redis decided in: so each set of keys counts its changes, a question notes that count ({@link #changes}) before it is sent, and its
 * refusal is kept only if the count is still the same. A change that Redis made after the refusal, and whose caller has not
 * heard of it yet, may be missing for that long: as if the refusal had been asked for just before it.
 *
 * <p>A fixed number of places; a newcomer may displace another, which then is asked about in Redis again.
 */
final class Refusals {
    private static final int SETS = 1 << 12;
    private static final int WAYS = 4;

    private final AtomicReferenceArray<@Nullable Refusal> places = new AtomicReferenceArray<>(SETS * WAYS);
    private final AtomicIntegerArray changes = new AtomicIntegerArray(SETS);
    private final long longestNanos;

    /** Remembers none longer than that: so late a reset elsewhere may be seen. */
    Refusals(long longestNanos) {
        this.longestNanos = longestNanos;
    }

    /** In which set the refusals of a key are. */
    static int set(String name, String key) {
        return (int) (Key.and(Key.and(Key.parts(), name), key) >>> 52);
    }

    /** How often keys of this set were changed. */
    int changes(int set) {
        return changes.get(set);
    }

    /** The refusal as it would be now; null if none is known. */
    @Nullable
    Decision known(int set, LimitSet limits, String key, long permits, long now) {
        for (int i = set * WAYS; i < (set + 1) * WAYS; i++) {
            Refusal refusal = places.get(i);
            if (refusal != null && refusal.isAbout(limits, key, permits)) {
                return refusal.isKept() && refusal.holds(now, longestNanos) ? refusal.at(now) : null;
            }
        }
        return null;
    }

    /** Unless the set was changed meanwhile: {@code seen} is how often it had been when the question was not sent yet. */
    void remember(int set, int seen, Refusal refusal) {
        if (refusal.isForEver() || longestNanos <= 0 || changes.get(set) != seen) {
            return;
        }
        int place = place(set, refusal);
        places.set(place, refusal);
        if (changes.get(set) == seen) {
            refusal.keep();
        } else {
            places.compareAndSet(place, refusal, null);
        }
    }

    private int place(int set, Refusal newcomer) {
        int place = set * WAYS;
        for (int i = place; i < (set + 1) * WAYS; i++) {
            Refusal there = places.get(i);
            if (there == null || there.isAbout(newcomer.limits, newcomer.key, newcomer.permits)) {
                return i;
            }
            Refusal shortest = places.get(place);
            place = shortest != null && there.left(newcomer.heard) < shortest.left(newcomer.heard) ? i : place;
        }
        return place;
    }

    /** The counters of a key may be others now. */
    void changed(int set, String name, String key) {
        changes.incrementAndGet(set);
        for (int i = set * WAYS; i < (set + 1) * WAYS; i++) {
            Refusal refusal = places.get(i);
            if (refusal != null && refusal.isOf(name) && refusal.key.equals(key)) {
                places.compareAndSet(i, refusal, null);
            }
        }
    }

    /** The counters of all keys of a name may be others now. */
    void changed(String name) {
        for (int set = 0; set < SETS; set++) {
            changes.incrementAndGet(set);
        }
        for (int i = 0; i < SETS * WAYS; i++) {
            Refusal refusal = places.get(i);
            if (refusal != null && refusal.isOf(name)) {
                places.compareAndSet(i, refusal, null);
            }
        }
    }
}
