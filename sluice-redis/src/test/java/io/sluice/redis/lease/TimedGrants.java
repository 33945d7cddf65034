package io.sluice.redis.lease;

import io.sluice.core.Limit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What was granted in real time: a plain list that knows of each grant only that it was made between asking and having the answer. An
 * interval counts a grant if both lie within it, so that a slow machine hides grants from it but never adds one.
 *
 * <p>Times are the wall clock's, which Redis on the same machine goes by too, in whole microseconds: the first rounded down, the last up.
 */
final class TimedGrants {
    private static final long MICROSECOND = 1_000;

    private record Grant(long asked, long answered, long permits) {}

    private final List<Grant> all = new ArrayList<>();

    /** Nanoseconds of the wall clock. */
    static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    synchronized void add(long asked, long answered, long permits) {
        all.add(new Grant(asked - asked % MICROSECOND, answered - answered % MICROSECOND + 2 * MICROSECOND, permits));
    }

    synchronized long sum() {
        return all.stream().mapToLong(Grant::permits).sum();
    }

    /** The most by which any interval exceeds burst + rate·d, rounded down; 0 or less if none does. */
    synchronized long excess(Limit limit) {
        all.sort(Comparator.comparingLong(Grant::answered));
        long worst = Long.MIN_VALUE;
        for (Grant first : all) {
            long sum = 0;
            for (Grant last : all) {
                if (last.asked >= first.asked) {
                    sum += last.permits;
                    long earned = Grants.earned(limit, last.answered - first.asked);
                    worst = Math.max(worst, sum - limit.capacity() - earned);
                }
            }
        }
        return worst;
    }
}
