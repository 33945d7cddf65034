package io.sluice.redis.lease;

import io.sluice.core.Limit;
import io.sluice.core.Limit.Kind;
import io.sluice.core.LimitSet;
import io.sluice.core.algorithm.Gcra;
import org.jspecify.annotations.Nullable;

/**
 * One instance's part of a limit: a bucket of 1/m of the size, filled at 1/m of the rate.
 *
 * <p>It takes as long to fill as the whole one. So when the whole bucket will be full again in so many nanoseconds, debt included, a
 * share that will be full in the same time holds 1/m of what the whole one holds.
 */
final class Share {
    private final int instances;
    private final Gcra gcra;

    private Share(int instances, Gcra gcra) {
        this.instances = instances;
        this.gcra = gcra;
    }

    /** Null where there are no shares: for several limits, for those that are no bucket, and for less than a permit for each. */
    static @Nullable Share of(LimitSet limits, int instances) {
        Limit limit = limits.limits().get(0);
        int m = Math.max(1, instances);
        boolean divides = limits.limits().size() == 1
                && (limit.kind() == Kind.TOKEN_BUCKET || limit.kind() == Kind.LEAKY_BUCKET)
                && limit.permits() > 0
                && limit.capacity() >= m
                && limit.periodNanos() <= Long.MAX_VALUE / m;
        return divides
                ? new Share(m, Gcra.of(limit.permits(), limit.periodNanos() * m, limit.capacity() / m, false))
                : null;
    }

    boolean isFor(int count) {
        return instances == Math.max(1, count);
    }

    Gcra gcra() {
        return gcra;
    }
}
