package io.sluice.core.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * Exact: at most {@code capacity} in any period; permits used at T stop counting at T + period.
 *
 * <p>Cell: ring size (a power of two), position of the oldest entry, number of entries, permits ever used, those of them no longer in the
 * ring; then the ring. An entry is an instant and the permits ever used up to and including it, so that any question is one binary search, and n
 * permits at once take one entry. Instants never decrease; one after now is a promise to a reservation, and nothing passes
 * before it. At most {@code capacity} entries count at any time, so the ring grows no further. Where memory is short it is {@link #thin thinned} instead.
 */
public final class SlidingLog extends Algorithm {
    private static final int RING_SIZE = 0;
    private static final int HEAD = 1;
    private static final int ENTRIES = 2;
    private static final int TOTAL = 3;
    private static final int DROPPED = 4;
    private static final int RING = 5;
    private static final int FIRST_RING = 4;
    private static final long REBASE_AT = 1L << 60;

    private final long periodNanos;

    public SlidingLog(long capacity, long periodNanos) {
        super(capacity);
        this.periodNanos = periodNanos;
    }

    @Override
    public boolean aligned() {
        return false;
    }

    @Override
    public int words() {
        return RING + 2 * FIRST_RING;
    }

    /** With as many entries as there may be. */
    public long mostWords() {
        long ring = Math.max(FIRST_RING, Long.highestOneBit(Math.max(1, capacity) * 2 - 1));
        return RING + 2 * ring;
    }

    @Override
    public int size(long[] c, int o) {
        return RING + 2 * (int) c[o + RING_SIZE];
    }

    @Override
    public int sizeToCharge(long[] c, int o) {
        boolean full = c[o + ENTRIES] == c[o + RING_SIZE];
        return RING + 2 * (int) c[o + RING_SIZE] * (full ? 2 : 1);
    }

    @Override
    public int sizeToCarry(Algorithm old, long[] oldCell, int oldOffset) {
        return old instanceof SlidingLog ? old.size(oldCell, oldOffset) : words();
    }

    @Override
    public void layOut(long @Nullable [] old, int oldOffset, long[] c, int o, int size) {
        long entries = old == null ? 0 : old[oldOffset + ENTRIES];
        c[o + RING_SIZE] = (size - (long) RING) / 2;
        c[o + HEAD] = 0;
        c[o + ENTRIES] = entries;
        c[o + TOTAL] = old == null ? 0 : old[oldOffset + TOTAL];
        c[o + DROPPED] = old == null ? 0 : old[oldOffset + DROPPED];
        for (int i = 0; i < entries && old != null; i++) {
            int from = at(old, oldOffset, i);
            int to = at(c, o, i);
            c[to] = old[from];
            c[to + 1] = old[from + 1];
        }
    }

    @Override
    public void renew(long[] c, int o, long now) {
        c[o + HEAD] = 0;
        c[o + ENTRIES] = 0;
        c[o + TOTAL] = 0;
        c[o + DROPPED] = 0;
    }

    @Override
    public long wait(long[] c, int o, long now, long permits) {
        if (permits > capacity) {
            return NEVER;
        }
        if (permits == 0) {
            return 0;
        }
        long t = Math.max(now, last(c, o, now));
        long mustBeOver = c[o + TOTAL] + permits - capacity;
        if (mustBeOver > totalBefore(c, o, firstCounting(c, o, t))) {
            t = Math.max(t, c[at(c, o, firstReaching(c, o, mustBeOver))] + periodNanos);
        }
        return t - now;
    }

    /** Drops what no longer counts. Debt beyond the capacity is one entry, made later by more of it, so that entries stay bounded. */
    @Override
    public void charge(long[] c, int o, long now, long at, long permits) {
        long t = Math.max(at, last(c, o, at));
        drop(c, o, firstCounting(c, o, now));
        long entries = c[o + ENTRIES];
        boolean lastIsDebt = at == now && entries > 0 && totalBefore(c, o, entries - 1) - c[o + DROPPED] >= capacity;
        boolean withLast = lastIsDebt || (entries > 0 && last(c, o, t) == t);
        int entry = at(c, o, withLast ? entries - 1 : entries);
        c[o + ENTRIES] = withLast ? entries : entries + 1;
        c[o + TOTAL] += permits;
        c[entry] = t;
        c[entry + 1] = c[o + TOTAL];
    }

    /** From the newest on. */
    @Override
    public void refund(long[] c, int o, long now, long permits) {
        drop(c, o, firstCounting(c, o, now));
        long total = Math.max(c[o + DROPPED], c[o + TOTAL] - permits);
        c[o + TOTAL] = total;
        while (c[o + ENTRIES] > 0 && totalBefore(c, o, c[o + ENTRIES] - 1) >= total) {
            c[o + ENTRIES]--;
        }
        if (c[o + ENTRIES] > 0) {
            c[at(c, o, c[o + ENTRIES] - 1) + 1] = total;
        }
    }

    @Override
    public void cancel(long[] c, int o, long now, long at, long permits) {
        for (long i = c[o + ENTRIES] - 1; i >= 0; i--) {
            if (c[at(c, o, i)] == at) {
                takeOut(c, o, i, permits);
                return;
            }
        }
    }

    private static void takeOut(long[] c, int o, long entry, long permits) {
        long taken = Math.min(permits, c[at(c, o, entry) + 1] - totalBefore(c, o, entry));
        for (long i = entry; i < c[o + ENTRIES]; i++) {
            c[at(c, o, i) + 1] -= taken;
        }
        c[o + TOTAL] -= taken;
        while (c[o + ENTRIES] > 0 && totalBefore(c, o, c[o + ENTRIES] - 1) == c[o + TOTAL]) {
            c[o + ENTRIES]--;
        }
    }

    @Override
    public long remaining(long[] c, int o, long now) {
        return last(c, o, now) > now ? 0 : Math.max(0, capacity - used(c, o, now));
    }

    @Override
    public long resetAfter(long[] c, int o, long now) {
        return used(c, o, now) <= 0 ? 0 : Math.max(0, last(c, o, now) + periodNanos - now);
    }

    @Override
    public long debt(long[] c, int o, long now) {
        return used(c, o, now);
    }

    @Override
    public long used(long[] c, int o, long now) {
        return c[o + TOTAL] - totalBefore(c, o, firstCounting(c, o, now));
    }

    @Override
    public void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        if (old instanceof SlidingLog before) {
            layOut(oldCell, oldOffset, c, o, size(c, o));
            drop(c, o, before.firstCounting(c, o, oldNow));
        } else {
            carryUsed(old, oldCell, oldOffset, oldNow, c, o, now);
        }
    }

    /**
     * Halves the entries, for cells that cannot become larger: the permits of two count until the later one is forgotten. So never more than the capacity passes in a period, and
     * sometimes less.
     */
    public void thin(long[] c, int o) {
        long entries = c[o + ENTRIES];
        long kept = 0;
        for (long i = 0; i < entries; i++) {
            if (i % 2 == 1 || i == entries - 1) {
                int from = at(c, o, i);
                int to = at(c, o, kept++);
                c[to] = c[from];
                c[to + 1] = c[from + 1];
            }
        }
        c[o + ENTRIES] = kept;
    }

    private static void drop(long[] c, int o, long entries) {
        c[o + DROPPED] = totalBefore(c, o, entries);
        c[o + HEAD] += entries;
        c[o + ENTRIES] -= entries;
        if (c[o + TOTAL] > REBASE_AT) {
            rebase(c, o, c[o + DROPPED]);
        }
    }

    private static void rebase(long[] c, int o, long base) {
        c[o + TOTAL] -= base;
        c[o + DROPPED] -= base;
        for (long i = 0; i < c[o + ENTRIES]; i++) {
            c[at(c, o, i) + 1] -= base;
        }
    }

    /** The first entry that still counts at {@code now}; the number of entries if none. */
    private long firstCounting(long[] c, int o, long now) {
        long low = 0;
        long high = c[o + ENTRIES];
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (now - c[at(c, o, middle)] >= periodNanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first entry up to which {@code total} permits were used. */
    private long firstReaching(long[] c, int o, long total) {
        long low = 0;
        long high = c[o + ENTRIES] - 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (c[at(c, o, middle) + 1] < total) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static long totalBefore(long[] c, int o, long entry) {
        return entry == 0 ? c[o + DROPPED] : c[at(c, o, entry - 1) + 1];
    }

    private static long last(long[] c, int o, long otherwise) {
        long entries = c[o + ENTRIES];
        return entries == 0 ? otherwise : c[at(c, o, entries - 1)];
    }

    private static int at(long[] c, int o, long entry) {
        long mask = c[o + RING_SIZE] - 1;
        return o + RING + 2 * (int) ((c[o + HEAD] + entry) & mask);
    }
}
