package io.sluice.oracle;

import java.util.TreeMap;

/** The count of every part; used is the current part and as many before it as make up a period. */
public final class SubWindowsOracle extends Oracle {
    private final long periodNanos;
    private final int parts;
    private final long partNanos;
    private final long before;
    private final TreeMap<Long, Long> counts = new TreeMap<>();

    public SubWindowsOracle(long permits, long periodNanos, int parts) {
        super(permits);
        this.periodNanos = periodNanos;
        this.parts = parts;
        this.partNanos = ceil(periodNanos, parts);
        this.before = ceil(periodNanos, partNanos);
    }

    private static long ceil(long a, long b) {
        return (a + b - 1) / b;
    }

    private long part(long t) {
        return Math.floorDiv(t, partNanos);
    }

    private long used(long t) {
        return counts.tailMap(part(t) - before).values().stream()
                .mapToLong(Long::longValue)
                .sum();
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
        counts.merge(part(t), n, Long::sum);
    }

    /** The newest first. */
    @Override
    protected void giveBack(long t, long n) {
        long left = n;
        for (var part : counts.tailMap(part(t) - before, true).descendingMap().entrySet()) {
            long taken = Math.min(left, part.getValue());
            part.setValue(part.getValue() - taken);
            left -= taken;
        }
    }

    @Override
    protected void forget() {
        counts.clear();
    }

    @Override
    public Oracle copy() {
        var copy = new SubWindowsOracle(capacity, periodNanos, parts);
        copy.counts.putAll(counts);
        copy.sameAs(this);
        return copy;
    }
}
