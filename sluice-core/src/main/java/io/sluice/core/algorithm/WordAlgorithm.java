package io.sluice.core.algorithm;

/**
 * An algorithm whose whole state is one long, so that one compare-and-swap decides.
 *
 * <p>The words are positions on a line that time walks along: a word at or behind now is as good as new, and what lies
 * ahead of now is used. Positions wrap around and are compared by signed difference.
 */
public abstract sealed class WordAlgorithm extends Algorithm permits Gcra, FixedWindow, Ban {
    WordAlgorithm(long capacity) {
        super(capacity);
    }

    /** The word that is as good as new at {@code now}. */
    public abstract long fresh(long now);

    /** How far the word is ahead of now, 0 if it is behind: what is used. The methods that end in Of answer from this alone. */
    public abstract long ahead(long word, long now);

    public abstract long waitOf(long ahead, long now, long permits);

    public abstract long remainingOf(long ahead);

    public abstract long resetAfterOf(long ahead, long now);

    public long delayOf(long ahead) {
        return 0;
    }

    /** In permits, rounded up. */
    public abstract long usedOf(long ahead);

    public abstract long charge(long word, long now, long at, long permits);

    public abstract long refund(long word, long now, long permits);

    public abstract long cancel(long word, long now, long at, long permits);

    public final long wait(long word, long now, long permits) {
        return waitOf(ahead(word, now), now, permits);
    }

    public final long debt(long word, long now) {
        return word - fresh(now);
    }

    @Override
    public final int words() {
        return 1;
    }

    @Override
    public final void renew(long[] c, int o, long now) {
        c[o] = fresh(now);
    }

    @Override
    public final long wait(long[] c, int o, long now, long permits) {
        return wait(c[o], now, permits);
    }

    @Override
    public final long delay(long[] c, int o, long now) {
        return delayOf(ahead(c[o], now));
    }

    @Override
    public final void charge(long[] c, int o, long now, long at, long permits) {
        c[o] = charge(c[o], now, at, permits);
    }

    @Override
    public final void refund(long[] c, int o, long now, long permits) {
        c[o] = refund(c[o], now, permits);
    }

    @Override
    public final void cancel(long[] c, int o, long now, long at, long permits) {
        c[o] = cancel(c[o], now, at, permits);
    }

    @Override
    public final long remaining(long[] c, int o, long now) {
        return remainingOf(ahead(c[o], now));
    }

    @Override
    public final long resetAfter(long[] c, int o, long now) {
        return resetAfterOf(ahead(c[o], now), now);
    }

    @Override
    public final long debt(long[] c, int o, long now) {
        return debt(c[o], now);
    }

    @Override
    public final long used(long[] c, int o, long now) {
        return usedOf(ahead(c[o], now));
    }
}
