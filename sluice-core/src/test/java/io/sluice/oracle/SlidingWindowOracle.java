package io.sluice.oracle;

import java.util.HashMap;
import java.util.Map;

/** The count of every window ever; used is floor(previous · (period - elapsed) / period) + current. */
public final class SlidingWindowOracle extends Oracle {
    private final long periodNanos;
    private final Map<Long, Long> counts = new HashMap<>();

    public SlidingWindowOracle(long permits, long periodNanos) {
        super(permits);
        this.periodNanos = periodNanos;
    }

    private long window(long t) {
        return Math.floorDiv(t, periodNanos);
    }

    private long count(long window) {
        return counts.getOrDefault(window, 0L);
    }

    private long weighed(long t, long previous) {
        long left = periodNanos - Math.floorMod(t, periodNanos);
        return big(previous).multiply(big(left)).divide(big(periodNanos)).longValueExact();
    }

    private long used(long t) {
        return weighed(t, count(window(t) - 1)) + count(window(t));
    }

    @Override
    protected boolean fits(long t, long n) {
        return used(t) + n <= capacity;
    }

    @Override
    protected long left(long t) {
        return Math.max(0, capacity - used(t));
    }

    @Override
    protected boolean isNew(long t) {
        return used(t) == 0;
    }

    @Override
    protected void take(long t, long n) {
        counts.merge(window(t), n, Long::sum);
    }

    /** Out of the current window, then out of the previous one until the rest weighs so much less. */
    @Override
    protected void giveBack(long t, long n) {
        long fromCurrent = Math.min(n, count(window(t)));
        counts.merge(window(t), -fromCurrent, Long::sum);
        long previous = count(window(t) - 1);
        long allowed = Math.max(0, weighed(t, previous) - (n - fromCurrent));
        if (n > fromCurrent) {
            counts.put(window(t) - 1, allowed == 0 ? 0 : mostThatWeighs(t, previous, allowed));
        }
    }

    private long mostThatWeighs(long t, long most, long allowed) {
        long low = 0;
        long high = most;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (weighed(t, middle) <= allowed) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    @Override
    protected void forget() {
        counts.clear();
    }

    @Override
    public Oracle copy() {
        var copy = new SlidingWindowOracle(capacity, periodNanos);
        copy.counts.putAll(counts);
        copy.sameAs(this);
        return copy;
    }
}
