package io.sluice.core.algorithm;

/**
 * At most {@code capacity} in a window that the first request opens and that is over at exactly its start plus the period.
 *
 * <p>Cell: start of the window, permits used since. Used beyond the capacity belongs to the windows that follow without a
 * gap, and so do promises. A start after now is a window promised while none was open.
 */
public final class AnchoredWindow extends Algorithm {
    private static final int START = 0;
    private static final int USED = 1;

    private final long periodNanos;
    private final long mostUsed;

    public AnchoredWindow(long capacity, long periodNanos) {
        super(capacity);
        this.periodNanos = periodNanos;
        this.mostUsed = capacity + mostDebt(capacity, periodNanos);
    }

    @Override
    public boolean aligned() {
        return false;
    }

    @Override
    public int words() {
        return 2;
    }

    @Override
    public void renew(long[] c, int o, long now) {
        c[o + START] = now;
        c[o + USED] = 0;
    }

    @Override
    public long wait(long[] c, int o, long now, long permits) {
        if (permits > capacity) {
            return NEVER;
        }
        long used = used(c, o, now);
        if (permits == 0 || used == 0) {
            return 0;
        }
        long start = start(c, o, now);
        long windows = used / capacity + (used % capacity + permits <= capacity ? 0 : 1);
        return Math.max(0, start + windows * periodNanos - now);
    }

    /** For a later window, all windows before it count as used up. */
    @Override
    public void charge(long[] c, int o, long now, long at, long permits) {
        long used = used(c, o, now);
        long start = used == 0 ? at : start(c, o, now);
        long windows = Math.max(0, at - start) / periodNanos;
        c[o + START] = start;
        c[o + USED] = Math.min(Math.max(used, windows * capacity) + permits, mostUsed);
    }

    @Override
    public void refund(long[] c, int o, long now, long permits) {
        long used = used(c, o, now);
        c[o + START] = start(c, o, now);
        c[o + USED] = Math.max(0, used - permits);
    }

    @Override
    public void cancel(long[] c, int o, long now, long at, long permits) {
        long into = at - c[o + START];
        long before = into < 0 ? 0 : into / periodNanos * capacity;
        long inItsWindow = c[o + USED] - before;
        if (into >= 0 && inItsWindow > 0 && inItsWindow <= capacity) {
            c[o + USED] = before + Math.max(0, inItsWindow - permits);
        }
    }

    @Override
    public long remaining(long[] c, int o, long now) {
        long used = used(c, o, now);
        return used > 0 && start(c, o, now) > now ? 0 : Math.max(0, capacity - used);
    }

    @Override
    public long resetAfter(long[] c, int o, long now) {
        long used = used(c, o, now);
        if (used == 0) {
            return 0;
        }
        return capacity == 0 ? NEVER : start(c, o, now) + Exact.ceilDiv(used, capacity) * periodNanos - now;
    }

    @Override
    public long debt(long[] c, int o, long now) {
        return used(c, o, now);
    }

    /** Of the window that holds now, or of the first if that is still to come. */
    @Override
    public long used(long[] c, int o, long now) {
        return Math.max(0, c[o + USED] - passed(c, o, now) * capacity);
    }

    @Override
    public void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        if (old instanceof AnchoredWindow before && before.periodNanos == periodNanos) {
            c[o + START] = before.start(oldCell, oldOffset, oldNow);
            c[o + USED] = before.used(oldCell, oldOffset, oldNow);
        } else {
            carryUsed(old, oldCell, oldOffset, oldNow, c, o, now);
        }
    }

    private long start(long[] c, int o, long now) {
        return c[o + START] + passed(c, o, now) * periodNanos;
    }

    /** Windows that are over, no more than there is anything used in. */
    private long passed(long[] c, int o, long now) {
        long windows = Math.max(0, now - c[o + START]) / periodNanos;
        long most = capacity == 0 ? windows : Exact.ceilDiv(Math.max(0, c[o + USED]), capacity);
        return Math.min(windows, most);
    }
}
