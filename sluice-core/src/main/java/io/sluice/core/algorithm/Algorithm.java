package io.sluice.core.algorithm;

/**
 * One limit's arithmetic on a cell: a run of longs at {@code c[o]} that belongs to one key.
 *
 * <p>Every method is a pure function of the cell, the time and the permits; only {@link #charge}, {@link #refund},
 * {@link #cancel}, {@link #renew} and {@link #carry} write, and only into the cell. Who calls them owns the cell at that
 * moment. The reading methods may be handed a cell that is being written: they then answer nonsense, which the caller
 * discards, but they always end and never leave the cell.
 *
 * <p>Time is nanoseconds on a scale of the caller's choice; where {@link #aligned} holds, that of the wall clock. Waits are
 * nanoseconds from now; {@link #NEVER} where no wait would help.
 */
public abstract sealed class Algorithm permits WordAlgorithm, AnchoredWindow, SlidingWindow, SubWindows, SlidingLog {
    /** The wait that never ends. */
    public static final long NEVER = Long.MAX_VALUE;

    /** Debt that penalties may pile up in one cell, in permits; more is cut off. */
    static final long MOST_DEBT = 1L << 40;

    /** The most permits that can be had at once. */
    protected final long capacity;

    Algorithm(long capacity) {
        this.capacity = capacity;
    }

    public final long capacity() {
        return capacity;
    }

    /** Whether the time handed in is the wall clock's rather than the monotonic one. */
    public abstract boolean aligned();

    /** Longs that a new cell takes. */
    public abstract int words();

    /** Longs that this cell takes: more than {@link #words} only where a cell can grow. */
    public int size(long[] c, int o) {
        return words();
    }

    /** Longs this cell must have before {@link #charge} may be called. */
    public int sizeToCharge(long[] c, int o) {
        return size(c, o);
    }

    /** Longs a cell must have before {@link #carry} may be called. */
    public int sizeToCarry(Algorithm old, long[] oldCell, int oldOffset) {
        return words();
    }

    /** Lays out a new cell of {@code size} longs, and keeps what the old one (null: none) holds. */
    public void layOut(long @org.jspecify.annotations.Nullable [] old, int oldOffset, long[] c, int o, int size) {
        if (old != null) {
            System.arraycopy(old, oldOffset, c, o, words());
        }
    }

    /** Makes the cell as good as new. */
    public abstract void renew(long[] c, int o, long now);

    /** Nanoseconds until {@code permits} can be had, 0 if now. */
    public abstract long wait(long[] c, int o, long now, long permits);

    /** Nanoseconds until permits charged now may be used; differs from {@link #wait} only where requests queue. */
    public long promise(long[] c, int o, long now, long permits) {
        return wait(c, o, now, permits);
    }

    /** Nanoseconds that the permits charged last have to wait. */
    public long delay(long[] c, int o, long now) {
        return 0;
    }

    /** Takes {@code permits} as used at {@code at}, now or later, whether they are there or not. */
    public abstract void charge(long[] c, int o, long now, long at, long permits);

    /** Gives back, up to full. */
    public abstract void refund(long[] c, int o, long now, long permits);

    /** Gives back permits charged for {@code at}, but none that a later charge already counts on. */
    public abstract void cancel(long[] c, int o, long now, long at, long permits);

    /** Whole permits to be had now. */
    public abstract long remaining(long[] c, int o, long now);

    /** How much of the capacity is left, to be compared with that of other limits: from 1 to 0, and below with debt. */
    public double shareLeft(long[] c, int o, long now) {
        return (double) remaining(c, o, now) / capacity;
    }

    /** Nanoseconds until the cell is as good as new if nothing more is asked. */
    public abstract long resetAfter(long[] c, int o, long now);

    /** How much is used, for comparing cells of the same limit; not above 0 when as good as new. */
    public abstract long debt(long[] c, int o, long now);

    /** The same in permits, rounded up: it may exceed the capacity. */
    public abstract long used(long[] c, int o, long now);

    /** Sets the cell to what {@code old}'s cell had used, in permits. */
    public abstract void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now);

    /** Nanoseconds after which a cell left alone must be looked at by {@link #keepFresh}. */
    public long horizonNanos() {
        return NEVER;
    }

    /** Renews a cell that is as good as new, so that its age never overflows. */
    public final void keepFresh(long[] c, int o, long now) {
        if (debt(c, o, now) <= 0) {
            renew(c, o, now);
        }
    }

    /** What windows of this kind may owe: no more than lies within 73 years. */
    static long mostDebt(long capacity, long periodNanos) {
        return Exact.mulDivCeilUpTo(MOST_DEBT, capacity, Math.max(1, (1L << 61) / periodNanos), 1);
    }

    /** Carries over by charging what was used to a new cell. */
    final void carryUsed(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        renew(c, o, now);
        long used = old.used(oldCell, oldOffset, oldNow);
        if (used > 0) {
            charge(c, o, now, now, Math.min(used, MOST_DEBT));
        }
    }
}
