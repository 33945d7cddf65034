package io.sluice.core;

import io.sluice.core.algorithm.Algorithm;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one key taken together: all of them pass or none is charged.
 *
 * <p>A pure function of the cell like each of its algorithms. {@code now} is monotonic time; {@code shift} leads from there to
 * the wall clock's, for the limits that follow it.
 */
final class Meter {
    static final long NEVER = Algorithm.NEVER;

    private final Limit[] limits;
    private final Algorithm[] algorithms;
    private final boolean aligned;
    private final long mostAtOnce;
    private final long farthestPromise;
    private final @Nullable Rates rates;

    Meter(Limit... limits) {
        if (limits.length == 0) {
            throw new IllegalArgumentException("at least one limit is needed, such as Limit.perMinute(100)");
        }
        this.limits = limits.clone();
        this.algorithms = Arrays.stream(limits).map(Limit::algorithm).toArray(Algorithm[]::new);
        this.aligned = Arrays.stream(algorithms).anyMatch(Algorithm::aligned);
        this.mostAtOnce =
                Arrays.stream(algorithms).mapToLong(Algorithm::capacity).min().orElse(0);
        this.farthestPromise = horizonNanos() / 2;
        this.rates = Rates.of(this.limits, algorithms);
    }

    Limit[] limits() {
        return limits.clone();
    }

    Limit firstLimit() {
        return limits[0];
    }

    Algorithm[] algorithms() {
        return algorithms;
    }

    /** Whether any of the limits follows the wall clock. */
    boolean aligned() {
        return aligned;
    }

    /** More than this is never allowed. */
    long mostAtOnce() {
        return mostAtOnce;
    }

    private static long time(Algorithm algorithm, long now, long shift) {
        return algorithm.aligned() ? now + shift : now;
    }

    /** All limits, if they are all of the usual kind. */
    @Nullable
    Rates rates() {
        return rates;
    }

    /** Until all limits would let this many pass. */
    long wait(long[] c, int o, long now, long shift, long permits) {
        long longest = 0;
        for (Algorithm algorithm : algorithms) {
            longest = Math.max(longest, algorithm.wait(c, o, time(algorithm, now, shift), permits));
            o += algorithm.size(c, o);
        }
        return longest;
    }

    /** Until permits promised now may be used; never, if that is farther ahead than cells can tell. */
    long promise(long[] c, int o, long now, long shift, long permits) {
        long latest = latestPromise(c, o, now, shift, permits);
        return latest > farthestPromise ? NEVER : latest;
    }

    /** Until permits taken now could be used by the last of the limits. */
    long latestPromise(long[] c, int o, long now, long shift, long permits) {
        long longest = 0;
        for (Algorithm algorithm : algorithms) {
            longest = Math.max(longest, algorithm.promise(c, o, time(algorithm, now, shift), permits));
            o += algorithm.size(c, o);
        }
        return longest;
    }

    /** Charges all limits for permits to be used in {@code delay} from now. */
    void charge(long[] c, int o, long now, long shift, long delay, long permits) {
        for (Algorithm algorithm : algorithms) {
            long t = time(algorithm, now, shift);
            algorithm.charge(c, o, t, t + delay, permits);
            o += algorithm.size(c, o);
        }
    }

    void refund(long[] c, int o, long now, long shift, long permits) {
        for (Algorithm algorithm : algorithms) {
            algorithm.refund(c, o, time(algorithm, now, shift), permits);
            o += algorithm.size(c, o);
        }
    }

    /** Gives back permits charged for {@code at}, a monotonic time. */
    void cancel(long[] c, int o, long now, long shift, long at, long permits) {
        for (Algorithm algorithm : algorithms) {
            algorithm.cancel(c, o, time(algorithm, now, shift), time(algorithm, at, shift), permits);
            o += algorithm.size(c, o);
        }
    }

    void renew(long[] c, int o, long now, long shift) {
        for (Algorithm algorithm : algorithms) {
            algorithm.renew(c, o, time(algorithm, now, shift));
            o += algorithm.size(c, o);
        }
    }

    /** The least of all limits. */
    long remaining(long[] c, int o, long now, long shift) {
        long least = Long.MAX_VALUE;
        for (Algorithm algorithm : algorithms) {
            least = Math.min(least, algorithm.remaining(c, o, time(algorithm, now, shift)));
            o += algorithm.size(c, o);
        }
        return least;
    }

    long resetAfter(long[] c, int o, long now, long shift) {
        long longest = 0;
        for (Algorithm algorithm : algorithms) {
            longest = Math.max(longest, algorithm.resetAfter(c, o, time(algorithm, now, shift)));
            o += algorithm.size(c, o);
        }
        return longest;
    }

    long delay(long[] c, int o, long now, long shift) {
        long longest = 0;
        for (Algorithm algorithm : algorithms) {
            longest = Math.max(longest, algorithm.delay(c, o, time(algorithm, now, shift)));
            o += algorithm.size(c, o);
        }
        return longest;
    }

    /** The limit with the least share left; of several the first. {@link Rates} compares the same shares. */
    int scarcest(long[] c, int o, long now, long shift) {
        int scarcest = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < algorithms.length; i++) {
            Algorithm algorithm = algorithms[i];
            double share = algorithm.shareLeft(c, o, time(algorithm, now, shift));
            if (share < least) {
                scarcest = i;
                least = share;
            }
            o += algorithm.size(c, o);
        }
        return scarcest;
    }

    /** The limit with the longest wait, or, for a reservation, the latest promise. */
    int slowest(long[] c, int o, long now, long shift, long permits, boolean promised) {
        int slowest = 0;
        long longest = 0;
        for (int i = 0; i < algorithms.length; i++) {
            Algorithm algorithm = algorithms[i];
            long t = time(algorithm, now, shift);
            long wait = promised ? algorithm.promise(c, o, t, permits) : algorithm.wait(c, o, t, permits);
            if (wait > longest) {
                slowest = i;
                longest = wait;
            }
            o += algorithm.size(c, o);
        }
        return slowest;
    }

    /** Allowed, with the state after, in parts. */
    void allow(long[] c, int o, long now, long shift, long delay, Parts parts) {
        Limit binding = limits[scarcest(c, o, now, shift)];
        parts.set(binding, delay, remaining(c, o, now, shift), resetAfter(c, o, now, shift));
    }

    /** Refused, in parts. */
    void refuse(long[] c, int o, long now, long shift, long wait, long permits, Parts parts) {
        Limit binding = limits[slowest(c, o, now, shift, permits, false)];
        parts.set(binding, ~wait, remaining(c, o, now, shift), resetAfter(c, o, now, shift));
    }

    /** Allowed, with the state after. */
    Decision allowed(long[] c, int o, long now, long shift, long delay, long granted) {
        return new Decision(
                limits[scarcest(c, o, now, shift)],
                delay,
                granted,
                remaining(c, o, now, shift),
                resetAfter(c, o, now, shift));
    }

    /** Refused: {@code permits} must wait so long. */
    Decision refused(long[] c, int o, long now, long shift, long wait, long permits) {
        return refused(c, o, now, shift, wait, slowest(c, o, now, shift, permits, false));
    }

    /** Not promised: not even within {@code maxWait}, or so late that it cannot be told. */
    Decision notPromised(long[] c, int o, long now, long shift, long maxWait, long permits) {
        long wait = promise(c, o, now, shift, permits);
        return refused(
                c, o, now, shift, wait == NEVER ? NEVER : wait - maxWait, slowest(c, o, now, shift, permits, true));
    }

    private Decision refused(long[] c, int o, long now, long shift, long wait, int binding) {
        return Decision.refused(limits[binding], wait, remaining(c, o, now, shift), resetAfter(c, o, now, shift));
    }

    /** A cell for these limits that has used what the old limits' cell had, limit by limit, so long ago. */
    long[] carry(Meter old, long[] oldCell, long now, long shift, long age) {
        int[] from = new int[old.algorithms.length + 1];
        for (int i = 0; i < old.algorithms.length; i++) {
            from[i + 1] = from[i] + old.algorithms[i].size(oldCell, from[i]);
        }
        int size = 0;
        for (int i = 0; i < algorithms.length; i++) {
            size += i < old.algorithms.length && age < old.algorithms[i].horizonNanos()
                    ? algorithms[i].sizeToCarry(old.algorithms[i], oldCell, from[i])
                    : algorithms[i].words();
        }
        long[] c = new long[size];
        int o = 0;
        for (int i = 0; i < algorithms.length; i++) {
            Algorithm algorithm = algorithms[i];
            long t = time(algorithm, now, shift);
            if (i < old.algorithms.length && age < old.algorithms[i].horizonNanos()) {
                Algorithm before = old.algorithms[i];
                int words = algorithm.sizeToCarry(before, oldCell, from[i]);
                algorithm.layOut(null, 0, c, o, words);
                algorithm.carry(before, oldCell, from[i], time(before, now, shift), c, o, t);
                o += words;
            } else {
                algorithm.layOut(null, 0, c, o, algorithm.words());
                algorithm.renew(c, o, t);
                o += algorithm.words();
            }
        }
        return c;
    }

    /** The shortest time after which cells must be swept. */
    long horizonNanos() {
        long shortest = NEVER;
        for (Algorithm algorithm : algorithms) {
            shortest = Math.min(shortest, algorithm.horizonNanos());
        }
        return shortest;
    }
}
