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

    public abstract long wait(long word, long now, long permits);

    public abstract long charge(long word, long now, long at, long permits);

    public abstract long refund(long word, long now, long permits);

    public abstract long cancel(long word, long now, long at, long permits);

    public abstract long remaining(long word, long now);

    public abstract long resetAfter(long word, long now);

    public abstract long debt(long word, long now);

    public abstract long used(long word, long now);

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
        return remaining(c[o], now);
    }

    @Override
    public final long resetAfter(long[] c, int o, long now) {
        return resetAfter(c[o], now);
    }

    @Override
    public final long debt(long[] c, int o, long now) {
        return debt(c[o], now);
    }

    @Override
    public final long used(long[] c, int o, long now) {
        return used(c[o], now);
    }
}
