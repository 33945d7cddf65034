package io.sluice.redis.lease;

import io.sluice.core.algorithm.Gcra;

/** A share's bucket for one key. Not thread-safe. */
final class LocalBucket {
    private Gcra gcra;
    private long word;
    private long touchedAt;

    LocalBucket(Share share, long now) {
        this.gcra = share.gcra();
        this.word = gcra.fresh(now);
        this.touchedAt = now;
    }

    /** A word that has not been looked at for longer than it can tell is as good as new. */
    private long ahead(long now) {
        long horizon = gcra.horizonNanos();
        word = now - touchedAt >= horizon ? gcra.fresh(now) : word;
        touchedAt = now;
        return gcra.ahead(word, now);
    }

    boolean take(long permits, long now) {
        long ahead = ahead(now);
        boolean passes = gcra.passes(ahead, permits);
        word = passes ? gcra.chargePassing(ahead, now, permits) : word;
        return passes;
    }

    long wait(long permits, long now) {
        return gcra.waitOf(ahead(now), now, permits);
    }

    long remaining(long now) {
        return gcra.remainingOf(ahead(now));
    }

    long resetAfter(long now) {
        return gcra.resetAfterOf(ahead(now), now);
    }

    /** Becomes what the whole bucket says, less what it has not heard of yet. */
    void become(Share share, long resetAfterNanos, long unheard, long now) {
        gcra = share.gcra();
        touchedAt = now;
        word = gcra.charge(gcra.fresh(now + Math.min(resetAfterNanos, gcra.horizonNanos())), now, unheard);
    }

    long capacity() {
        return gcra.capacity();
    }
}
