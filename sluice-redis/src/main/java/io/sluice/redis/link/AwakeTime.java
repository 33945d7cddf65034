package io.sluice.redis.link;

import java.util.function.LongSupplier;

/**
 * How long the threads that read replies may look for the next one instead of sleeping: a share of a core, saved up for at most {@link #MOST_SAVED_NANOS}. While
 * replies come more often than {@value #OFTEN_PER_SECOND} times a second looking is free: then to sleep and to be woken takes more. For
 * all the rest the share is kept exactly in the long run, because what was spent too much has to be earned first.
 */
public final class AwakeTime {
    static final long OFTEN_PER_SECOND = 10_000;
    static final long MOST_SAVED_NANOS = 10_000_000;
    /** How often replies come is measured for so long at least. */
    static final long WINDOW_NANOS = 2_000_000;

    private static final long SECOND_NANOS = 1_000_000_000;

    private final double share;
    private final LongSupplier nanos;
    private double left;
    private long earnedAt;
    private long windowSince;
    private long repliesBefore;
    private boolean often;
    private long spentNanos;

    /** {@code percent} of a core, 0 to 100; with 0 threads never look, with 100 they always may. */
    public AwakeTime(int percent) {
        this(percent, System::nanoTime);
    }

    AwakeTime(int percent, LongSupplier nanos) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("a share of a core is 0 to 100 percent, not " + percent);
        }
        this.share = percent / 100.0;
        this.nanos = nanos;
        this.earnedAt = nanos.getAsLong();
        this.windowSince = earnedAt;
        this.left = MOST_SAVED_NANOS;
    }

    LongSupplier clock() {
        return nanos;
    }

    /** {@code replies}: how many there were until now. */
    synchronized boolean isLeft(long now, long replies) {
        if (share == 0) {
            return false;
        }
        left = Math.min(MOST_SAVED_NANOS, left + (now - earnedAt) * share);
        earnedAt = now;
        long passed = now - windowSince;
        if (passed >= WINDOW_NANOS) {
            often = (double) (replies - repliesBefore) * SECOND_NANOS >= (double) OFTEN_PER_SECOND * passed;
            windowSince = now;
            repliesBefore = replies;
        }
        return often || left > 0;
    }

    /** A look that took so long. */
    synchronized void spend(long took) {
        spentNanos += took;
        left -= often ? 0 : took;
    }

    /** In all looks, those that were free too. */
    public synchronized long spentNanos() {
        return spentNanos;
    }
}
