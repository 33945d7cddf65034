package io.sluice.server.resp;

import io.sluice.core.ArrivalTimes;
import io.sluice.core.Decision;

/**
 * The numbers of a {@code CL.THROTTLE}, and what is answered under them: redis-cell's arithmetic, rounding included.
 *
 * @param limit how much can be had at once
 * @param count so many in {@code period} seconds
 * @param intervalNanos what each costs
 * @param toleranceNanos how far a key may be ahead of now
 */
record CellLimit(long maxBurst, long count, long period, long limit, long intervalNanos, long toleranceNanos) {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MOST_SECONDS = Long.MAX_VALUE / NANOS_PER_SECOND;
    private static final long MOST_COST = 2 * ArrivalTimes.MOST_AHEAD_NANOS;

    static CellLimit of(long maxBurst, long count, long period) {
        long interval = interval(count, period);
        if (maxBurst >= ArrivalTimes.MOST_AHEAD_NANOS / interval) {
            throw new CellError("max_burst " + maxBurst + " at " + count + " in " + period
                    + " seconds would take more than 36 years to refill; use a smaller max_burst or period");
        }
        long limit = maxBurst + 1;
        return new CellLimit(maxBurst, count, period, limit, interval, Math.max(0, limit) * interval);
    }

    /** By floating point, and cut off, as redis-cell does. */
    private static long interval(long count, long period) {
        if (Math.abs(period) > MOST_SECONDS) {
            throw new CellError("period of " + period + " seconds; the longest is " + MOST_SECONDS);
        }
        long interval = count == 0 ? 0 : (long) ((double) (period * NANOS_PER_SECOND) / (double) count);
        if (interval <= 0) {
            throw new CellError("Zero rates are not supported");
        }
        return interval;
    }

    boolean is(long otherBurst, long otherCount, long otherPeriod) {
        return maxBurst == otherBurst && count == otherCount && period == otherPeriod;
    }

    /** Of 0 or more; what costs more than can ever be had, costs just that. */
    long cost(long quantity) {
        return quantity > MOST_COST / intervalNanos ? MOST_COST : quantity * intervalNanos;
    }

    void answerAllowed(long aheadNanos, Replies out) {
        answer(0, remaining(aheadNanos), -1, aheadNanos, out);
    }

    /** Waiting does not help who asks for more than can ever be had. */
    void answerRefused(long aheadNanos, long costNanos, Replies out) {
        boolean never = costNanos > toleranceNanos;
        long retryAfter = never ? -1 : seconds(aheadNanos + costNanos - toleranceNanos);
        answer(1, remaining(aheadNanos), retryAfter, aheadNanos, out);
    }

    /** As a store has decided: while its counters cannot be asked, by a share of the limit, or without looking at anything. */
    void answer(Decision decision, Replies out) {
        long aheadNanos = ahead(decision);
        boolean wait = !decision.allowed() && !decision.never();
        long retryAfter = wait ? seconds(decision.retryAfterNanos()) : -1;
        answer(decision.allowed() ? 0 : 1, remaining(decision, aheadNanos), retryAfter, aheadNanos, out);
    }

    /** A store may round up to a microsecond, which matters where that is not what the permits cost that are used. */
    private long ahead(Decision decision) {
        long reset = decision.resetAfterNanos();
        long used = (limit - decision.remaining()) * intervalNanos;
        return used <= reset && reset - used < NANOS_PER_MICRO ? used : reset;
    }

    /** A share of the limit may have less left than the key; otherwise it is rounded as always. */
    private long remaining(Decision decision, long aheadNanos) {
        long left = Math.max(0, toleranceNanos - aheadNanos) / intervalNanos;
        return decision.remaining() < left
                ? decision.remaining()
                : Math.max(decision.remaining(), remaining(aheadNanos));
    }

    private void answer(int limited, long remaining, long retryAfter, long aheadNanos, Replies out) {
        out.array(5);
        out.number(limited);
        out.number(limit);
        out.number(remaining);
        out.number(retryAfter);
        out.number(seconds(aheadNanos));
    }

    /**
     * By microseconds cut off on both sides, as redis-cell does; but by nanoseconds where less than one would be left to divide
     * by, and never more than the limit.
     */
    private long remaining(long aheadNanos) {
        long left = toleranceNanos - aheadNanos;
        if (left <= 0) {
            return 0;
        }
        long whole = intervalNanos < NANOS_PER_MICRO
                ? left / intervalNanos
                : left / NANOS_PER_MICRO / (intervalNanos / NANOS_PER_MICRO);
        return Math.min(whole, limit);
    }

    /** Rounded up, if there is a millisecond to round up for. */
    private static long seconds(long nanos) {
        return nanos / NANOS_PER_SECOND + (nanos % NANOS_PER_SECOND >= NANOS_PER_MILLI ? 1 : 0);
    }
}
