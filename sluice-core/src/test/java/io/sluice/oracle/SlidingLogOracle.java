package io.sluice.oracle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every grant with its instant; one made at T counts before T + period. */
public final class SlidingLogOracle extends Oracle {
    private final long periodNanos;
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(long at, long permits) {}

    public SlidingLogOracle(long permits, long periodNanos) {
        super(permits);
        this.periodNanos = periodNanos;
    }

    private boolean counts(Entry entry, long t) {
        return t - entry.at < periodNanos;
    }

    private long used(long t) {
        return entries.stream()
                .filter(entry -> counts(entry, t))
                .mapToLong(Entry::permits)
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

    /** All debt is one entry, renewed by what is added to it, so that there are not more entries than permits. */
    @Override
    protected void take(long t, long n) {
        Entry newest = newest(t);
        boolean debt = newest != null && used(t) - newest.permits >= capacity;
        if (newest != null && (debt || newest.at == t)) {
            entries.remove(newest);
            entries.add(new Entry(t, newest.permits + n));
        } else {
            entries.add(new Entry(t, n));
        }
    }

    @Override
    protected void takeFor(long t, long at, long n) {
        if (at == t) {
            take(t, n);
        } else {
            entries.add(new Entry(at, n));
            promised(t, at);
        }
    }

    private @Nullable Entry newest(long t) {
        return entries.stream()
                .filter(entry -> counts(entry, t) && entry.permits > 0)
                .reduce((before, after) -> after)
                .orElse(null);
    }

    /** The newest first. */
    @Override
    protected void giveBack(long t, long n) {
        long left = n;
        for (int i = entries.size() - 1; i >= 0 && left > 0; i--) {
            Entry entry = entries.get(i);
            long taken = counts(entry, t) ? Math.min(left, entry.permits) : 0;
            entries.set(i, new Entry(entry.at, entry.permits - taken));
            left -= taken;
        }
    }

    @Override
    protected void forget() {
        entries.clear();
    }

    @Override
    public Oracle copy() {
        var copy = new SlidingLogOracle(capacity, periodNanos);
        copy.entries.addAll(entries);
        copy.sameAs(this);
        return copy;
    }
}
