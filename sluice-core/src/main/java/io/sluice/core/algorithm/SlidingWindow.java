package io.sluice.core.algorithm;

/**
 * Sliding window counter: allowed iff floor(previous·(period-elapsed)/period) + current + n is at most the capacity.
 *
 * <p>Cell: number of the current window, permits in it, permits in the one before. A window number ahead of now is one
 * promised to a reservation; nothing passes before it starts.
 */
public final class SlidingWindow extends Algorithm {
    private static final int WINDOW = 0;
    private static final int CURRENT = 1;
    private static final int PREVIOUS = 2;

    private final long periodNanos;

    public SlidingWindow(long capacity, long periodNanos) {
        super(capacity);
        this.periodNanos = periodNanos;
    }

    @Override
    public boolean aligned() {
        return true;
    }

    @Override
    public int words() {
        return 3;
    }

    @Override
    public void renew(long[] c, int o, long now) {
        c[o + WINDOW] = Math.floorDiv(now, periodNanos);
        c[o + CURRENT] = 0;
        c[o + PREVIOUS] = 0;
    }

    @Override
    public long wait(long[] c, int o, long now, long permits) {
        if (permits > capacity) {
            return NEVER;
        }
        if (permits == 0) {
            return 0;
        }
        long t = Math.max(now, c[o + WINDOW] * periodNanos);
        long window = Math.floorDiv(t, periodNanos);
        long current = current(c, o, window);
        long roomForPrevious = capacity - permits - current;
        long start = window * periodNanos;
        if (roomForPrevious >= 0) {
            long elapsed = elapsedUntil(previous(c, o, window), roomForPrevious);
            if (elapsed < periodNanos) {
                return Math.max(t, start + elapsed) - now;
            }
        }
        return start + periodNanos + elapsedUntil(current, capacity - permits) - now;
    }

    @Override
    public void charge(long[] c, int o, long now, long at, long permits) {
        roll(c, o, at);
        c[o + CURRENT] = Math.min(c[o + CURRENT] + permits, MOST_DEBT + capacity);
    }

    @Override
    public void refund(long[] c, int o, long now, long permits) {
        roll(c, o, now);
        long fromCurrent = Math.min(permits, c[o + CURRENT]);
        c[o + CURRENT] -= fromCurrent;
        long fromPrevious = permits - fromCurrent;
        if (fromPrevious > 0) {
            long left = periodNanos - Math.floorMod(Math.max(now, c[o + WINDOW] * periodNanos), periodNanos);
            long weighed = Exact.mulDivFloor(c[o + PREVIOUS], left, periodNanos);
            long most = Exact.mulDivCeil(Math.max(0, weighed - fromPrevious) + 1, periodNanos, left) - 1;
            c[o + PREVIOUS] = weighed <= fromPrevious ? 0 : Math.min(c[o + PREVIOUS], most);
        }
    }

    @Override
    public void cancel(long[] c, int o, long now, long at, long permits) {
        long back = Math.floorDiv(at, periodNanos) - c[o + WINDOW];
        if (back == 0) {
            c[o + CURRENT] = Math.max(0, c[o + CURRENT] - permits);
        }
    }

    @Override
    public long remaining(long[] c, int o, long now) {
        return c[o + WINDOW] * periodNanos > now ? 0 : Math.max(0, capacity - used(c, o, now));
    }

    @Override
    public long resetAfter(long[] c, int o, long now) {
        long t = Math.max(now, c[o + WINDOW] * periodNanos);
        long window = Math.floorDiv(t, periodNanos);
        long start = window * periodNanos;
        long current = current(c, o, window);
        long end = current > 0
                ? start + periodNanos + elapsedUntil(current, 0)
                : start + elapsedUntil(previous(c, o, window), 0);
        return Math.max(0, end - now);
    }

    @Override
    public long debt(long[] c, int o, long now) {
        return resetAfter(c, o, now) == 0 ? 0 : Math.max(1, used(c, o, now));
    }

    @Override
    public long used(long[] c, int o, long now) {
        long t = Math.max(now, c[o + WINDOW] * periodNanos);
        long window = Math.floorDiv(t, periodNanos);
        long left = periodNanos - Math.floorMod(t, periodNanos);
        return Exact.mulDivFloor(previous(c, o, window), left, periodNanos) + current(c, o, window);
    }

    @Override
    public void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        if (old instanceof SlidingWindow before && before.periodNanos == periodNanos) {
            System.arraycopy(oldCell, oldOffset, c, o, words());
        } else {
            carryUsed(old, oldCell, oldOffset, oldNow, c, o, now);
        }
    }

    /** The least elapsed time with floor(count·(period-elapsed)/period) at most {@code most}; the period if only the end will do. */
    private long elapsedUntil(long count, long most) {
        return count <= most
                ? 0
                : periodNanos + 1 - Math.max(1, Exact.mulDivCeilUpTo(periodNanos, most + 1, periodNanos, count));
    }

    private long current(long[] c, int o, long window) {
        return window == c[o + WINDOW] ? Math.max(0, c[o + CURRENT]) : 0;
    }

    private long previous(long[] c, int o, long window) {
        long since = window - c[o + WINDOW];
        return Math.max(0, since == 0 ? c[o + PREVIOUS] : since == 1 ? c[o + CURRENT] : 0);
    }

    private void roll(long[] c, int o, long now) {
        long window = Math.max(Math.floorDiv(now, periodNanos), c[o + WINDOW]);
        long previous = previous(c, o, window);
        c[o + CURRENT] = current(c, o, window);
        c[o + PREVIOUS] = previous;
        c[o + WINDOW] = window;
    }
}
