package io.sluice.core.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What both tables share: where a key may live, who may change that, and who has to leave.
 *
 * <p>A key is its hash without the lowest {@link #VERSION_BITS} bits: its tag. It may live in any of the 8 ways of either of
 * two sets, like in a CPU cache, and nowhere else. Each slot has an owner word: the owner's tag, and a version that counts
 * owners. A tag of 0 is nobody's.
 *
 * <p>Invariant: owner words change only under the locks of the key's sets. So a key has at most one slot.
 *
 * <p>While the table may grow, nobody leaves. At full size, or where the {@link Budget} has no room for a larger one, a cell that is as good as new leaves first, the longest so before
 * the others; where there is none, the cell with the least debt, because forgetting it forgives least. So keys that carry less debt than a limited client cannot free it.
 */
public abstract class Table {
    /** {@link #claim}: the table has been replaced. */
    public static final int MOVED = -2;
    /** {@link #claim}: no slot in either set is nobody's, and the table may still grow. */
    public static final int FULL = -3;
    /** No slot: the key is not there. */
    public static final int ABSENT = -1;

    static final int WAYS = 8;
    static final int VERSION_BITS = 4;
    static final long VERSION_MASK = (1L << VERSION_BITS) - 1;
    static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final VarHandle LOCKS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int SETS_PER_LOCK = 64;
    private static final int LOCK_STRIDE = 16;
    private static final int SMALLEST = 64;

    protected final int sets;
    protected final TableClock clock;
    /** A table that may grow by less stays as it is: moving every cell would not be worth it. */
    private static final double LEAST_GROWTH = 1.5;

    /** Bytes that a table may begin with whatever the budget says. */
    private static final long ALWAYS_THERE = 1 << 20;

    private static final long NEVER_DENIED = -1;

    final Budget.Holding held;
    private final Budget budget;
    private final boolean largest;
    /** What {@link Budget#changes} was when there was no room to grow. */
    private volatile long deniedAt = NEVER_DENIED;

    private final int[] locks;
    private final LongAdder liveEvictions;
    private final LongAdder debtLost;
    private volatile boolean moved;

    Table(long maxKeys, int sets, long bytesOfSet, TableCounters counters, TableClock clock) {
        this.sets = sets;
        this.clock = clock;
        this.largest = sets >= setsFor(maxKeys);
        this.locks = new int[((sets - 1) / SETS_PER_LOCK + 1) * LOCK_STRIDE];
        this.liveEvictions = counters.liveEvictions();
        this.debtLost = counters.debtLost();
        this.budget = counters.budget();
        this.held = budget.holding(this);
        held.take(sets * bytesOfSet);
    }

    /** Slots for half as many keys again as {@code maxKeys}: what two sets of eight need to hold nearly all of them. */
    static int setsFor(long maxKeys) {
        return (int) Math.max(2, (maxKeys * 3 / 2 + WAYS - 1) / WAYS);
    }

    /** The smallest of the sizes that end at {@link #setsFor}, each four times the last, that has so many slots. */
    static int firstSets(long maxKeys, int slots) {
        int sets = setsFor(maxKeys);
        while (sets > SMALLEST * 4 && (sets + 3L) / 4 * WAYS >= slots) {
            sets = (sets + 3) / 4;
        }
        return sets;
    }

    /** {@link #firstSets}, or, where there is no room for so many, what there is room for; a little is always there. */
    static int setsToBegin(long maxKeys, int slots, long bytesOfSet, Budget budget) {
        long room = Math.max(ALWAYS_THERE, budget.left()) / bytesOfSet;
        return (int) Math.min(firstSets(maxKeys, slots), Math.max(2, room));
    }

    /** The sets of the next larger table, or what there is room for beside this one; none if that is too little: then keys leave instead. */
    final int roomToGrow(long maxKeys, long bytesOfSet) {
        long seen = budget.changes();
        long grownCells = held.bytes() - this.sets * bytesOfSet;
        long sets = Math.min(nextSets(maxKeys), (budget.left() - grownCells) / bytesOfSet);
        if (sets < nextSets(maxKeys) && sets < LEAST_GROWTH * this.sets) {
            deniedAt = seen;
            return 0;
        }
        return (int) sets;
    }

    /** There was no memory, whatever the budget says. */
    final void stayAsItIs() {
        deniedAt = budget.changes();
    }

    final int nextSets(long maxKeys) {
        int next = setsFor(maxKeys);
        while ((next + 3) / 4 > sets) {
            next = (next + 3) / 4;
        }
        return next;
    }

    /** {@link #owns} as a mask: all bits, or none. */
    static long ifOwned(long tag, long owner) {
        return (((owner ^ tag) >>> VERSION_BITS) - 1) >> 63;
    }

    /** Whether it cannot grow, or has no room to: looked at only where a key comes or goes. */
    final boolean mayEvict() {
        return largest || deniedAt == budget.changes();
    }

    public final int slots() {
        return sets * WAYS;
    }

    public final boolean moved() {
        return moved;
    }

    /** A hash as it is looked for: never nobody's. */
    public static long tag(long hash) {
        long tag = hash & ~VERSION_MASK;
        return tag == 0 ? VERSION_MASK + 1 : tag;
    }

    final int firstSet(long tag) {
        return (int) (((tag >>> 32) * sets) >>> 32);
    }

    /** Never the first. */
    final int secondSet(long tag) {
        int set = (int) (((tag & 0xFFFF_FFFFL) * (sets - 1)) >>> 32);
        return set < firstSet(tag) ? set : set + 1;
    }

    public static boolean owns(long tag, long owner) {
        return (owner & ~VERSION_MASK) == tag;
    }

    static long nextOwner(long tag, long owner) {
        return tag | ((owner + 1) & VERSION_MASK);
    }

    /** The tag's slot, or {@link #ABSENT}. */
    abstract int find(long tag);

    abstract long owner(int slot);

    /** Under the slot's lock: how much the slot's cell carries. */
    abstract long debt(int slot, long now, long shift);

    /** The same in permits, for the record. */
    abstract long used(int slot, long now, long shift);

    /**
     * Under the slot's lock: gives the slot to the tag, with a new cell. False if its owner was served meanwhile, so that it
     * carries more than {@code weighed}.
     */
    abstract boolean takeOver(int slot, long tag, long now, long shift, long weighed);

    /** The slot of a tag, found or made: one with a new cell. Otherwise {@link #MOVED} or {@link #FULL}. */
    public final int claim(long tag) {
        int first = firstSet(tag);
        int second = secondSet(tag);
        lock(first, second);
        try {
            return moved ? MOVED : claimLocked(tag, mayEvict());
        } finally {
            unlock(first, second);
        }
    }

    /**
     * The clock is read here, under the locks: a caller that read it before may have slept since, and a cell that starts too
     * early would earn twice.
     */
    final int claimLocked(long tag, boolean mayEvict) {
        int spins = 0;
        int slot = find(tag);
        while (slot == ABSENT) {
            long now = clock.nanos();
            slot = takeOne(tag, now, clock.shift(now), mayEvict);
            spins = slot == ABSENT ? pause(spins) : spins;
        }
        return slot;
    }

    /** Runs a task while no key of these sets can come or go; null if the table has moved. */
    final <R> @Nullable R locked(long tag, Supplier<@Nullable R> task) {
        int first = firstSet(tag);
        int second = secondSet(tag);
        lock(first, second);
        try {
            return moved ? null : task.get();
        } finally {
            unlock(first, second);
        }
    }

    private int takeOne(long tag, long now, long shift, boolean mayEvict) {
        long fromFirst = candidate(firstSet(tag), now, shift);
        long fromSecond = candidate(secondSet(tag), now, shift);
        if (!mayEvict && !isNobodys(slotOf(fromFirst)) && !isNobodys(slotOf(fromSecond))) {
            return FULL;
        }
        int freeInFirst = freeOf(fromFirst);
        int freeInSecond = freeOf(fromSecond);
        if (freeInFirst + freeInSecond == 0) {
            return evict(tag, slotOf(fromFirst), slotOf(fromSecond), now, shift);
        }
        int slot = slotOf(prefersFirst(freeInFirst, freeInSecond) ? fromFirst : fromSecond);
        return takeOver(slot, tag, now, shift, 0) ? slot : ABSENT;
    }

    /**
     * The second set is looked at second, so the first is filled first, but its last ways only where the other is about as full:
     * with maxKeys keys 7 in 100 are then in their second set, and one in 10,000 finds both full. By halves it would be 31 and
     * none, without the condition 3 and one in 250.
     */
    private static boolean prefersFirst(int freeInFirst, int freeInSecond) {
        return freeInFirst > 2 || freeInFirst >= freeInSecond || (freeInFirst == 2 && freeInSecond <= 4);
    }

    /** A cell that could not be moved because there was no memory for a copy of it. */
    final void lost(long used) {
        liveEvictions.increment();
        debtLost.add(used);
    }

    private int evict(long tag, int fromFirst, int fromSecond, long now, long shift) {
        long debtInFirst = debt(fromFirst, now, shift);
        long debtInSecond = debt(fromSecond, now, shift);
        int slot = debtInFirst <= debtInSecond ? fromFirst : fromSecond;
        long lost = used(slot, now, shift);
        if (!takeOver(slot, tag, now, shift, Math.min(debtInFirst, debtInSecond))) {
            return ABSENT;
        }
        liveEvictions.increment();
        debtLost.add(lost);
        return slot;
    }

    /** Of a set: the slot that carries least, and how many are free to take over. */
    private long candidate(int set, long now, long shift) {
        int least = set * WAYS;
        long leastDebt = Long.MAX_VALUE;
        int free = 0;
        for (int slot = set * WAYS; slot < (set + 1) * WAYS; slot++) {
            long debt = carried(slot, now, shift);
            free += debt <= 0 ? 1 : 0;
            if (debt < leastDebt) {
                least = slot;
                leastDebt = debt;
            }
        }
        return (long) free << 32 | least;
    }

    private static int slotOf(long candidate) {
        return (int) candidate;
    }

    private static int freeOf(long candidate) {
        return (int) (candidate >>> 32);
    }

    private boolean isNobodys(int slot) {
        return owns(0, owner(slot));
    }

    private long carried(int slot, long now, long shift) {
        return isNobodys(slot) ? Long.MIN_VALUE : debt(slot, now, shift);
    }

    /** Slots in use: an estimate while others write. */
    public final long keys(long now, long shift) {
        long keys = 0;
        for (int slot = 0; slot < slots(); slot++) {
            keys += carried(slot, now, shift) > 0 ? 1 : 0;
        }
        return keys;
    }

    /** Longs and references this table holds, in bytes. */
    public abstract long bytes();

    /** Stops all changes of ownership for good: what comes later finds the table moved. */
    final void lockForMove() {
        for (int set = 0; set < sets; set += SETS_PER_LOCK) {
            lock(set);
        }
    }

    final void moved(Runnable publish) {
        moved = true;
        publish.run();
        held.release();
        for (int set = 0; set < sets; set += SETS_PER_LOCK) {
            unlock(set);
        }
    }

    /** Waits until whoever changes the slot's owner is done. */
    final void awaitOwner(int slot) {
        int set = slot / WAYS;
        lock(set);
        unlock(set);
    }

    private void lock(int first, int second) {
        int low = Math.min(first / SETS_PER_LOCK, second / SETS_PER_LOCK);
        int high = Math.max(first / SETS_PER_LOCK, second / SETS_PER_LOCK);
        lock(low * SETS_PER_LOCK);
        if (high != low) {
            lock(high * SETS_PER_LOCK);
        }
    }

    private void unlock(int first, int second) {
        unlock(first);
        if (first / SETS_PER_LOCK != second / SETS_PER_LOCK) {
            unlock(second);
        }
    }

    private void lock(int set) {
        int spins = 0;
        while (!LOCKS.compareAndSet(locks, set / SETS_PER_LOCK * LOCK_STRIDE, 0, 1)) {
            spins = pause(spins);
        }
    }

    private void unlock(int set) {
        LOCKS.setRelease(locks, set / SETS_PER_LOCK * LOCK_STRIDE, 0);
    }

    /** Spins, then lets others run: the holder may have been preempted. */
    @SuppressWarnings("ThreadPriorityCheck") // only to be kind: correctness does not rest on it
    public static int pause(int spins) {
        if (spins < 64) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return spins + 1;
    }
}
