package io.sluice.redis.lease;

import io.sluice.core.Decision;
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

    /**
     * Becomes what the whole bucket says, less what it has not heard of yet. One that refuses is empty, whatever it says of the
     * time until it is full: who could not ask it does not know.
     */
    void become(Share share, Decision whole, long unheard, long now) {
        gcra = share.gcra();
        touchedAt = now;
        long resetAfter = Math.min(whole.resetAfterNanos(), gcra.horizonNanos());
        long least = whole.allowed() ? 0 : fillNanos(now);
        word = gcra.charge(gcra.fresh(now + Math.max(resetAfter, least)), now, unheard);
    }

    private long fillNanos(long now) {
        long empty = gcra.charge(gcra.fresh(now), now, gcra.capacity());
        return gcra.resetAfterOf(gcra.ahead(empty, now), now);
    }

    long capacity() {
        return gcra.capacity();
    }
}
