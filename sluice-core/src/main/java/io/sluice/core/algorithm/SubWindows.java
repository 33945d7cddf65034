package io.sluice.core.algorithm;

/**
 * Counts in {@code parts} equal parts of the period: what is used is the current part and as many before it as make up a
 * whole period, so never more than the capacity passes in any period, and permits come back at most one part late.
 *
 * <p>Cell: number of the newest part, then a ring of counters for it and the parts that count with it. A newest part ahead of now is one promised to a
 * reservation; nothing passes before it starts.
 */
public final class SubWindows extends Algorithm {
    private static final int NEWEST = 0;
    private static final int RING = 1;

    private final int ring;
    private final long partNanos;

    public SubWindows(long capacity, long periodNanos, int parts) {
        super(capacity);
        this.partNanos = Exact.ceilDiv(periodNanos, parts);
        this.ring = (int) Exact.ceilDiv(periodNanos, partNanos) + 1;
    }

    @Override
    public boolean aligned() {
        return true;
    }

    @Override
    public int words() {
        return RING + ring;
    }

    @Override
    public void renew(long[] c, int o, long now) {
        c[o + NEWEST] = part(now);
        for (int i = 0; i < ring; i++) {
            c[o + RING + i] = 0;
        }
    }

    @Override
    public long wait(long[] c, int o, long now, long permits) {
        if (permits > capacity) {
            return NEVER;
        }
        if (permits == 0) {
            return 0;
        }
        long newest = c[o + NEWEST];
        long t = Math.max(now, newest * partNanos);
        long over = used(c, o, now) + permits - capacity;
        for (long part = oldest(t); over > 0 && part <= newest; part++) {
            over -= count(c, o, part);
            t = (part + ring) * partNanos;
        }
        return t - now;
    }

    @Override
    public void charge(long[] c, int o, long now, long at, long permits) {
        long newest = c[o + NEWEST];
        long part = Math.max(part(at), newest);
        for (long stale = Math.max(newest + 1, part - ring + 1); stale <= part; stale++) {
            set(c, o, stale, 0);
        }
        c[o + NEWEST] = part;
        set(c, o, part, Math.min(count(c, o, part) + permits, MOST_DEBT + capacity));
    }

    @Override
    public void refund(long[] c, int o, long now, long permits) {
        long left = permits;
        long oldest = oldest(Math.max(now, c[o + NEWEST] * partNanos));
        for (long part = c[o + NEWEST]; left > 0 && part >= oldest; part--) {
            left -= take(c, o, part, left);
        }
    }

    @Override
    public void cancel(long[] c, int o, long now, long at, long permits) {
        long part = part(at);
        if (part <= c[o + NEWEST] && part > c[o + NEWEST] - ring) {
            take(c, o, part, permits);
        }
    }

    @Override
    public long remaining(long[] c, int o, long now) {
        return c[o + NEWEST] * partNanos > now ? 0 : Math.max(0, capacity - used(c, o, now));
    }

    @Override
    public long resetAfter(long[] c, int o, long now) {
        long newest = c[o + NEWEST];
        long oldest = oldest(Math.max(now, newest * partNanos));
        for (long part = newest; part >= oldest; part--) {
            if (count(c, o, part) > 0) {
                return (part + ring) * partNanos - now;
            }
        }
        return 0;
    }

    @Override
    public long debt(long[] c, int o, long now) {
        return used(c, o, now);
    }

    @Override
    public long used(long[] c, int o, long now) {
        long newest = c[o + NEWEST];
        long used = 0;
        for (long part = oldest(Math.max(now, newest * partNanos)); part <= newest; part++) {
            used += count(c, o, part);
        }
        return used;
    }

    @Override
    public void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        if (old instanceof SubWindows before && before.partNanos == partNanos && before.ring == ring) {
            System.arraycopy(oldCell, oldOffset, c, o, words());
        } else {
            carryUsed(old, oldCell, oldOffset, oldNow, c, o, now);
        }
    }

    private long part(long now) {
        return Math.floorDiv(now, partNanos);
    }

    /** The oldest part that counts at {@code now}. */
    private long oldest(long now) {
        return part(now) - ring + 1;
    }

    /** Of a part that is in the ring: the newest or one of those that count with it. */
    private long count(long[] c, int o, long part) {
        return c[o + RING + Math.floorMod(part, ring)];
    }

    private void set(long[] c, int o, long part, long count) {
        c[o + RING + Math.floorMod(part, ring)] = count;
    }

    private long take(long[] c, int o, long part, long most) {
        long taken = Math.min(most, count(c, o, part));
        set(c, o, part, count(c, o, part) - taken);
        return taken;
    }
}
