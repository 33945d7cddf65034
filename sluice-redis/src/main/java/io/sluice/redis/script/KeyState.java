package io.sluice.redis.script;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.List;

/** What all limits of one key say together, and its ban: all of them pass, or none is charged. As in memory. */
final class KeyState {
    private static final long NEVER = AlgorithmFile.NEVER;

    private final AlgorithmFiles files;
    private final List<Reading> readings;
    private final long banNanos;
    private final Moment moment;

    KeyState(AlgorithmFiles files, List<Reading> readings, long banNanos, Moment moment) {
        this.files = files;
        this.readings = readings;
        this.banNanos = banNanos;
        this.moment = moment;
    }

    /** Whether so many would pass. */
    Decision peek(long permits) {
        if (isBanned(permits)) {
            return banned();
        }
        long wait = greatestWait(permits);
        return wait == 0 ? allowed(greatestPromise(permits)) : refused(wait, slowest(permits, false));
    }

    /** The same so much later, if nothing is asked meanwhile. */
    KeyState later(long nanos) {
        List<Reading> then = readings.stream().map(one -> one.later(nanos)).toList();
        long ban = banNanos == NEVER ? NEVER : Math.max(0, banNanos - nanos);
        return new KeyState(files, then, ban, moment);
    }

    /**
     * Whether what so many permits are refused with is known {@link #later} too. Where one permit fewer would pass, as many remain until these
     * pass, whatever else becomes of the limits.
     */
    boolean knowsLater(long permits) {
        return isBanned(permits)
                || remaining() == permits - 1
                || readings.stream().allMatch(Reading::knowsLater);
    }

    /** Whether so many could be promised within so long. */
    Decision promised(long permits, long maxWait) {
        if (isBanned(permits)) {
            return banned();
        }
        long wait = promise(permits);
        if (wait <= maxWait) {
            return allowed(wait);
        }
        return refused(wait == NEVER ? NEVER : wait - maxWait, slowest(permits, true));
    }

    /** Until permits charged now may be used; never, if that is farther than memory could tell. */
    long promise(long permits) {
        long latest = greatestPromise(permits);
        return latest > files.farthestPromise() ? NEVER : latest;
    }

    /** Allowed, with this state after. */
    Decision allowed(long delay) {
        return allowed(delay, scarcest());
    }

    /** Taken now. */
    Decision taken() {
        return allowed(delay());
    }

    /** Just blocked. */
    Decision blocked() {
        return banNanos == 0 ? allowed(0) : Decision.allowed(files.limit(0), 0, 0, Math.max(banNanos, resetAfter()), 0);
    }

    private boolean isBanned(long permits) {
        return permits > 0 && banNanos > 0;
    }

    private Decision banned() {
        return Decision.blocked(files.limit(0), banNanos);
    }

    private Decision allowed(long delay, Limit binding) {
        return Decision.allowed(binding, 0, remaining(), resetAfter(), delay);
    }

    private Decision refused(long wait, Limit binding) {
        return Decision.refused(binding, moment.retryAfter(wait), remaining(), resetAfter());
    }

    private long greatestWait(long permits) {
        return readings.stream().mapToLong(one -> one.waitFor(permits)).max().orElse(0);
    }

    private long greatestPromise(long permits) {
        return readings.stream().mapToLong(one -> one.promise(permits)).max().orElse(0);
    }

    private long delay() {
        return readings.stream().mapToLong(Reading::delay).max().orElse(0);
    }

    private long remaining() {
        return readings.stream().mapToLong(Reading::remaining).min().orElse(0);
    }

    private long resetAfter() {
        return readings.stream().mapToLong(Reading::resetAfter).max().orElse(0);
    }

    private Limit scarcest() {
        int scarcest = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < readings.size(); i++) {
            Reading one = readings.get(i);
            double share = one.share(files.limit(i).capacity());
            if (share < least) {
                scarcest = i;
                least = share;
            }
        }
        return files.limit(scarcest);
    }

    private Limit slowest(long permits, boolean promised) {
        int slowest = 0;
        long longest = 0;
        for (int i = 0; i < readings.size(); i++) {
            Reading one = readings.get(i);
            long wait = promised ? one.promise(permits) : one.waitFor(permits);
            if (wait > longest) {
                slowest = i;
                longest = wait;
            }
        }
        return files.limit(slowest);
    }
}
