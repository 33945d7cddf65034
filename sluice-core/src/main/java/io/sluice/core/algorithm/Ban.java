package io.sluice.core.algorithm;

/** A ban: the word is the instant at which it ends. Nothing passes before it, whatever is asked. */
public final class Ban extends WordAlgorithm {
    /** Added to now by a ban without end; what is left of it is reported as {@link #NEVER}. */
    private static final long FOREVER = 1L << 61;

    public Ban() {
        super(0);
    }

    @Override
    public boolean aligned() {
        return false;
    }

    /** The word of a ban that lasts this long from now on. */
    public static long until(long now, long nanos) {
        return now + Math.min(nanos, FOREVER);
    }

    @Override
    public long fresh(long now) {
        return now;
    }

    @Override
    public long ahead(long word, long now) {
        return Math.max(0, word - now);
    }

    @Override
    public long waitOf(long ahead, long now, long permits) {
        return ahead > FOREVER / 2 ? NEVER : ahead;
    }

    @Override
    public long charge(long word, long now, long at, long permits) {
        return until(at, permits);
    }

    @Override
    public long refund(long word, long now, long permits) {
        return now;
    }

    @Override
    public long cancel(long word, long now, long at, long permits) {
        return now;
    }

    @Override
    public long remainingOf(long ahead) {
        return 0;
    }

    @Override
    public long resetAfterOf(long ahead, long now) {
        return waitOf(ahead, now, 1);
    }

    @Override
    public long usedOf(long ahead) {
        return ahead > 0 ? 1 : 0;
    }

    @Override
    public void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        c[o] = now + (oldCell[oldOffset] - oldNow);
    }
}
