package io.sluice.oracle;

/** The first request opens a window; what is over the limit counts in windows that follow at once. */
public final class AnchoredWindowOracle extends Oracle {
    private final long periodNanos;
    private long start;
    /** Nothing counted: no window is open. */
    private long count;

    private record Window(long start, long count) {}

    public AnchoredWindowOracle(long permits, long periodNanos) {
        super(permits);
        this.periodNanos = periodNanos;
    }

    private Window at(long t) {
        long begin = start;
        long left = count;
        while (left > 0 && t - begin >= periodNanos) {
            begin += periodNanos;
            left -= capacity;
        }
        return new Window(begin, Math.max(0, left));
    }

    @Override
    protected boolean fits(long t, long n) {
        return at(t).count + n <= capacity;
    }

    @Override
    protected long left(long t) {
        return Math.max(0, capacity - at(t).count);
    }

    @Override
    protected boolean isNew(long t) {
        return at(t).count == 0;
    }

    @Override
    protected void take(long t, long n) {
        Window now = at(t);
        start = now.count == 0 ? t : now.start;
        count = now.count + n;
    }

    @Override
    protected void giveBack(long t, long n) {
        Window now = at(t);
        start = now.start;
        count = Math.max(0, now.count - n);
    }

    @Override
    protected void forget() {
        count = 0;
    }

    @Override
    public Oracle copy() {
        var copy = new AnchoredWindowOracle(capacity, periodNanos);
        copy.start = start;
        copy.count = count;
        copy.sameAs(this);
        return copy;
    }
}
