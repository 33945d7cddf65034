package io.sluice.redis.failure;

import io.sluice.core.Decision;
import io.sluice.core.Key;
import io.sluice.core.Question.Charge;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the shared store last said of keys, so that what is answered without it does not give what it has given already.
 *
 * <p>A fixed number of places, for keys of which a noticeable part is used. A newcomer displaces the key with least used; of
 * that one nothing is known then.
 */
final class LastSaid {
    private static final int SETS = 1 << 14;
    private static final int WAYS = 4;

    private final AtomicReferenceArray<@Nullable Said> places = new AtomicReferenceArray<>(SETS * WAYS);
    private final LongSupplier clock;

    LastSaid(LongSupplier clock) {
        this.clock = clock;
    }

    void heard(Charge charge, Decision decision) {
        if (Said.isNearlyUnused(decision)) {
            forget(charge);
        } else {
            long now = clock.getAsLong();
            Said said = new Said(charge.limits().name(), charge.key(), decision, now, 0);
            places.setRelease(placeFor(charge, now), said);
        }
    }

    private int placeFor(Charge charge, long now) {
        int set = set(charge);
        int leastUsed = set;
        double most = -1;
        for (int i = set; i < set + WAYS; i++) {
            Said there = places.getPlain(i);
            if (there == null || there.isOf(charge)) {
                return i;
            }
            if (there.unused(now) > most) {
                most = there.unused(now);
                leastUsed = i;
            }
        }
        return leastUsed;
    }

    /** Null if nothing is known that would keep a permit from being given. */
    @Nullable
    Said of(Charge charge, long now) {
        int place = place(charge);
        Said said = place < 0 ? null : places.get(place);
        return said == null || said.unused(now) >= 1 ? null : said;
    }

    /** Counts what is given here; false, and nothing counted, if that is more than is left. */
    boolean give(Charge charge, long permits, long now, int instances) {
        for (Said said = of(charge, now); said != null; said = of(charge, now)) {
            if (said.left(now, instances) < permits) {
                return false;
            }
            if (replace(said, charge, permits)) {
                return true;
            }
        }
        return true;
    }

    /** Counts what has been given already, or been promised. */
    void given(Charge charge, long permits) {
        for (int place = place(charge); place >= 0; place = place(charge)) {
            Said said = places.get(place);
            if (said == null || replace(said, charge, permits)) {
                return;
            }
        }
    }

    private boolean replace(Said said, Charge charge, long permits) {
        int place = place(charge);
        return place >= 0 && places.compareAndSet(place, said, said.given(permits));
    }

    void forget(Charge charge) {
        int place = place(charge);
        if (place >= 0) {
            places.set(place, null);
        }
    }

    private int place(Charge charge) {
        int set = set(charge);
        for (int i = set; i < set + WAYS; i++) {
            Said there = places.get(i);
            if (there != null && there.isOf(charge)) {
                return i;
            }
        }
        return -1;
    }

    private static int set(Charge charge) {
        long hash = Key.and(Key.and(Key.parts(), charge.limits().name()), charge.key());
        return (int) (hash >>> 50) * WAYS;
    }
}
