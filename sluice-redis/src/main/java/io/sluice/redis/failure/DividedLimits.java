package io.sluice.redis.failure;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.math.BigInteger;
import java.time.Duration;

/**
 * Divides limits among m instances.
 *
 * <p>What can be had at once, C (burst, depth, places, or the permits of a window), becomes c = max(1, floor(C/m)). The rate N/P of
 * buckets and queues is divided exactly, by making the period longer; windows keep their period, so that they still begin when the
 * limit's do. If every instance sees the same m, then all together
 *
 * <ul>
 *   <li>of buckets and queues, allow at most m·c + floor(d·N/P) permits in any interval of length d;
 *   <li>of windows and logs, keep what the algorithm promises, for m·c permits instead of N; only the weighed count of a sliding
 *       window may be up to m - 1 above it, because each instance rounds its own down.
 * </ul>
 *
 * <p>m·c is at most C where C is m or more, and m where it is less: one permit each cannot be divided. Nothing is rounded up otherwise,
 * except that a rate of less than one permit in 366 days for each instance becomes that. A limit of no permits, or of all, stays what it is.
 */
final class DividedLimits {
    /** The longest period of a limit. */
    private static final BigInteger LONGEST =
            BigInteger.valueOf(Duration.ofDays(366).toNanos());
    /** A limit must not take more than 36 years to refill; rounding a slow rate down could make it longer. */
    private static final BigInteger SLOWEST_REFILL = LONGEST.multiply(BigInteger.valueOf(30));

    private DividedLimits() {}

    static LimitSet of(LimitSet all, int instances) {
        return LimitSet.of(
                all.name(),
                all.limits().stream().map(limit -> of(limit, instances)).toArray(Limit[]::new));
    }

    static Limit of(Limit limit, int instances) {
        if (instances <= 1 || limit.equals(Limit.unlimited())) {
            return limit;
        }
        return switch (limit.kind()) {
            case TOKEN_BUCKET -> slower(limit, instances).burst(refillable(limit, instances));
            case LEAKY_BUCKET -> slower(limit, instances).leakyBucket(refillable(limit, instances));
            case LEAKY_QUEUE -> slower(limit, instances).leakyQueue(refillable(limit, instances));
            case FIXED_WINDOW -> fewer(limit, instances).fixedWindow(limit.zone());
            case ANCHORED_WINDOW -> fewer(limit, instances).anchoredWindow();
            case SLIDING_WINDOW -> fewer(limit, instances).slidingWindow();
            case SUB_WINDOWS -> fewer(limit, instances).subWindows(limit.parts());
            case SLIDING_LOG -> fewer(limit, instances).slidingLog();
        };
    }

    private static Limit fewer(Limit limit, int instances) {
        long permits = divided(limit.permits(), instances);
        return limit.calendar()
                .map(period -> Limit.of(permits, period))
                .orElseGet(() -> Limit.of(permits, limit.period()));
    }

    private static Limit slower(Limit limit, int instances) {
        BigInteger exact = BigInteger.valueOf(limit.periodNanos()).multiply(BigInteger.valueOf(instances));
        BigInteger period = exact.min(LONGEST);
        long permits = BigInteger.valueOf(limit.permits())
                .multiply(period)
                .divide(exact)
                .longValueExact();
        long atLeastOne = Math.max(permits, Math.min(1, limit.permits()));
        return Limit.of(atLeastOne, Duration.ofNanos(period.longValueExact()));
    }

    private static long refillable(Limit limit, int instances) {
        long capacity = divided(limit.capacity(), instances);
        Limit slower = slower(limit, instances);
        BigInteger most = SLOWEST_REFILL
                .multiply(BigInteger.valueOf(slower.permits()))
                .divide(BigInteger.valueOf(slower.periodNanos()));
        boolean comesBack = slower.permits() > 0;
        return comesBack ? BigInteger.valueOf(capacity).min(most).longValueExact() : capacity;
    }

    private static long divided(long permits, int instances) {
        return Math.max(permits / instances, Math.min(1, permits));
    }
}
