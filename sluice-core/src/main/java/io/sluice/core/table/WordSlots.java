package io.sluice.core.table;

import io.sluice.core.algorithm.WordAlgorithm;

/**
 * Where the words of a {@link WordTable} lie and whose they are: an owner word and a state word a slot.
 *
 * <p>Taking over, under the locks of the key's sets: owner := nobody, read the state and weigh it, compare-and-swap it to a new
 * one, owner := the new key with the next version. If the state is heavier than it was, or the swap fails, the owner was
 * served just now and gets its slot back.
 */
public abstract class WordSlots extends Table {
    /** With an array's header, 128 bytes: large arrays begin at a page, so a set is two neighbouring cache lines, which come together. */
    static final int PAD = 14;

    final long[] slots;
    final WordAlgorithm algorithm;

    static final long BYTES_OF_SET = 16 * WAYS;

    WordSlots(WordAlgorithm algorithm, long maxKeys, int sets, TableCounters counters, TableClock clock) {
        super(maxKeys, sets, BYTES_OF_SET, counters, clock);
        this.algorithm = algorithm;
        this.slots = new long[PAD + 2 * WAYS * sets];
    }

    @Override
    public final int find(long tag) {
        int slot = findIn(firstSet(tag), tag);
        return slot >= 0 ? slot : findIn(secondSet(tag), tag);
    }

    final int findIn(int set, long tag) {
        return place(beginOf(set), tag);
    }

    static int at(int slot) {
        return PAD + 2 * slot;
    }

    @Override
    public final long owner(int slot) {
        return (long) LONGS.getVolatile(slots, at(slot));
    }

    final long word(int slot) {
        return (long) LONGS.getVolatile(slots, at(slot) + 1);
    }

    final boolean swap(int slot, long word, long next) {
        return LONGS.compareAndSet(slots, at(slot) + 1, word, next);
    }

    /** Whether the slot still is, or is again, the owner's whose word was read before. */
    final boolean still(int slot, long owner) {
        long now = owner(slot);
        if (now != owner && owns(0, now)) {
            awaitOwner(slot);
            now = owner(slot);
        }
        return now == owner;
    }

    /** Where a key's first set begins: what {@link #touch} and {@link #place} want to know beforehand. */
    public final int begin(long tag) {
        return beginOf(firstSet(tag));
    }

    static int beginOf(int set) {
        return PAD + set * (2 * WAYS);
    }

    /** Brings the two lines of a set into the cache: in few instructions, so that many are under way at once. */
    public final long touch(int begin) {
        long[] words = slots;
        return words[begin] ^ words[begin + WAYS];
    }

    public final long touchSecond(long tag) {
        return touch(beginOf(secondSet(tag)));
    }

    /** Where a key is in the set that begins there, or {@link #ABSENT}. All ways are compared and none is guessed: a wrong guess would cost more than seven comparisons. */
    public final int place(int begin, long tag) {
        long[] words = slots;
        long found = (ifOwned(tag, words[begin]) & (WAYS | 0))
                | (ifOwned(tag, words[begin + 2]) & (WAYS | 1))
                | (ifOwned(tag, words[begin + 4]) & (WAYS | 2))
                | (ifOwned(tag, words[begin + 6]) & (WAYS | 3))
                | (ifOwned(tag, words[begin + 8]) & (WAYS | 4))
                | (ifOwned(tag, words[begin + 10]) & (WAYS | 5))
                | (ifOwned(tag, words[begin + 12]) & (WAYS | 6))
                | (ifOwned(tag, words[begin + 14]) & (WAYS | 7));
        return found == 0 ? ABSENT : ((begin - PAD) >> 1) + (int) (found - WAYS);
    }

    @Override
    final long debt(int slot, long now, long shift) {
        return algorithm.debt(word(slot), now);
    }

    @Override
    final long used(int slot, long now, long shift) {
        return algorithm.usedOf(algorithm.ahead(word(slot), now));
    }

    @Override
    final boolean takeOver(int slot, long tag, long now, long shift, long weighed) {
        long owner = owner(slot);
        LONGS.setVolatile(slots, at(slot), owner & VERSION_MASK);
        long word = word(slot);
        boolean asWeighed = owns(0, owner) || algorithm.debt(word, now) <= weighed;
        boolean taken = asWeighed && swap(slot, word, algorithm.fresh(now));
        LONGS.setVolatile(slots, at(slot), taken ? nextOwner(tag, owner) : owner);
        return taken;
    }

    /**
     * Stops the table and shows every cell as it was last. A grant that swapped before its word is read here, but looks for
     * its owner later, is made again in the next table: charged twice, never not at all.
     */
    public final void drain(CellVisitor visitor) {
        lockForMove();
        for (int slot = 0; slot < slots(); slot++) {
            long owner = owner(slot);
            LONGS.setVolatile(slots, at(slot), 0L);
            if (!owns(0, owner)) {
                visitor.visit(owner & ~VERSION_MASK, new long[] {word(slot)});
            }
        }
    }

    /** Ends what {@link #drain} began. */
    public final void replaced(Runnable publish) {
        moved(publish);
    }

    /** For a table nobody else sees yet. */
    public final void put(long tag, long word) {
        int slot = claimLocked(tag, true);
        LONGS.setVolatile(slots, at(slot) + 1, word);
    }

    /** Shows every cell, without stopping anyone: each as it was at some moment during the call. */
    public final void visit(CellVisitor visitor) {
        for (int slot = 0; slot < slots(); slot++) {
            long owner = owner(slot);
            long word = word(slot);
            if (!owns(0, owner) && still(slot, owner)) {
                visitor.visit(owner & ~VERSION_MASK, new long[] {word});
            }
        }
    }

    /** Renews cells that are as good as new ({@code all}: every cell), so that none grows older than words can tell. */
    public final void sweep(long now, boolean all) {
        for (int slot = 0; slot < slots(); slot++) {
            long word = word(slot);
            if (all || algorithm.debt(word, now) < 0) {
                swap(slot, word, algorithm.fresh(now));
            }
        }
    }

    @Override
    public final long bytes() {
        return 16L * slots();
    }
}
