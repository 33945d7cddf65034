package io.sluice.rules;

import io.sluice.core.Limit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests beyond one limit of a rule, which wait step by step, each as one permit: as the limit counts, so that both become free in the
 * same way. A window has its own excess, a bucket's excess drains at the rate, a log forgets it a period later.
 *
 * @param limit the limit that refuses them
 */
record Excess(Limit limit, Counter counter) {
    /** A limit must not take longer to refill. */
    private static final long LONGEST_REFILL_NANOS = Duration.ofDays(366 * 30).toNanos();

    /** What the excess of such a limit is counted under; null if nothing is ever beyond it. */
    static @Nullable Limit limitOf(Limit limit, long steps) {
        if (limit.equals(Limit.unlimited())) {
            return null;
        }
        long most = Math.min(steps, Limit.MOST_PERMITS);
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE -> drain(limit, most);
            case FIXED_WINDOW -> windows(limit, most).fixedWindow(limit.zone());
            case ANCHORED_WINDOW -> windows(limit, most).anchoredWindow();
            case SLIDING_WINDOW -> windows(limit, most).slidingWindow();
            case SUB_WINDOWS -> windows(limit, most).subWindows(limit.parts());
            case SLIDING_LOG -> windows(limit, most).slidingLog();
        };
    }

    private static Limit windows(Limit limit, long permits) {
        return limit.calendar()
                .map(calendar -> Limit.of(permits, calendar))
                .orElseGet(() -> Limit.of(permits, limit.period()));
    }

    /** Never a token bucket, of which permits may be leased ahead: places are given out one by one. */
    private static Limit drain(Limit limit, long depth) {
        double refilled = (double) LONGEST_REFILL_NANOS / limit.periodNanos() * limit.permits();
        long most = limit.permits() == 0 ? depth : (long) Math.min((double) depth, refilled);
        return Limit.of(limit.permits(), limit.period()).leakyBucket(Math.max(1, most));
    }

    boolean isOf(Limit other) {
        return limit.equals(other);
    }
}
