package io.sluice.core.table;

import io.sluice.core.algorithm.Gcra;
import io.sluice.core.algorithm.WordAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * The table for limits whose state is one word: an owner word and a state word a slot, one compare-and-swap a decision.
 *
 * <p>Deciding, lock-free: read the owner word, read the state, compute, compare-and-swap the state (a refusal swaps nothing),
 * read the owner word again. If it is the same, the answer stands. If it is another key's, the swap, if any, charged a
 * stranger: that one may be refused too early, and the caller starts over. If it is nobody's, a takeover or a move is under
 * way: it either gives the slot back, and the answer stands, or it does not, and the caller starts over.
 *
 * <p>Taking over, under the locks of the key's sets: owner := nobody, compare-and-swap the state to a new one, owner := the
 * new key with the next version. If the swap fails the owner was served just now and gets its slot back.
 *
 * <p>Why no grant is lost: a grant that is answered saw its owner word after its swap, so any takeover starts later and
 * reads the swapped state, whose debt it weighs. Swap and owner read against owner write and state read is Dekker's pattern:
 * all four are volatile accesses. Why the version: the owner word could otherwise pass from a key to another and back
 * between the two reads, while the state passes through the same value.
 */
public final class WordTable extends Table {
    private final long[] slots;
    private final WordAlgorithm algorithm;
    private final @Nullable Gcra gcra;
    private final TableCounters counters;
    private final long maxKeys;

    /** Begins with at least {@code slots}, if there may be so many. */
    public WordTable(WordAlgorithm algorithm, long maxKeys, int slots, TableCounters counters) {
        super(maxKeys, firstSets(maxKeys, slots), counters);
        this.algorithm = algorithm;
        this.gcra = algorithm instanceof Gcra exact ? exact : null;
        this.slots = new long[2 * WAYS * sets];
        this.counters = counters;
        this.maxKeys = maxKeys;
    }

    public WordAlgorithm algorithm() {
        return algorithm;
    }

    // The arithmetic, with the usual algorithm called without a look at a method table.

    public long wait(long word, long now, long permits) {
        return gcra != null ? gcra.wait(word, now, permits) : algorithm.wait(word, now, permits);
    }

    public long charge(long word, long now, long permits) {
        return gcra != null ? gcra.charge(word, now, permits) : algorithm.charge(word, now, permits);
    }

    public long remaining(long word, long now) {
        return gcra != null ? gcra.remaining(word, now) : algorithm.remaining(word, now);
    }

    public long resetAfter(long word, long now) {
        return gcra != null ? gcra.resetAfter(word, now) : algorithm.resetAfter(word, now);
    }

    public long delay(long word, long now) {
        return gcra != null ? gcra.delay(word, now) : 0;
    }

    @Override
    public int find(long tag) {
        int slot = findIn(firstSet(tag), tag);
        return slot >= 0 ? slot : findIn(secondSet(tag), tag);
    }

    private int findIn(int set, long tag) {
        int base = set * (2 * WAYS);
        long[] words = slots;
        for (int i = base; i < base + 2 * WAYS; i += 2) {
            if (owns(tag, words[i])) {
                return i >> 1;
            }
        }
        return ABSENT;
    }

    @Override
    public long owner(int slot) {
        return (long) LONGS.getVolatile(slots, 2 * slot);
    }

    public long word(int slot) {
        return (long) LONGS.getVolatile(slots, 2 * slot + 1);
    }

    public boolean swap(int slot, long word, long next) {
        return LONGS.compareAndSet(slots, 2 * slot + 1, word, next);
    }

    /** Whether the slot still is, or is again, the owner's whose word was read before. */
    public boolean still(int slot, long owner) {
        long now = owner(slot);
        if (now != owner && owns(0, now)) {
            awaitOwner(slot);
            now = owner(slot);
        }
        return now == owner;
    }

    /** Brings the slot's lines into the cache. */
    public long touch(long tag) {
        return slots[firstSet(tag) * (2 * WAYS)] ^ slots[secondSet(tag) * (2 * WAYS)];
    }

    @Override
    long debt(int slot, long now, long shift) {
        return algorithm.debt(word(slot), now);
    }

    @Override
    long used(int slot, long now, long shift) {
        return algorithm.used(word(slot), now);
    }

    @Override
    boolean takeOver(int slot, long tag, long now, long shift) {
        long owner = owner(slot);
        long word = word(slot);
        LONGS.setVolatile(slots, 2 * slot, owner & VERSION_MASK);
        if (swap(slot, word, algorithm.fresh(now))) {
            LONGS.setVolatile(slots, 2 * slot, nextOwner(tag, owner));
            return true;
        }
        LONGS.setVolatile(slots, 2 * slot, owner);
        return false;
    }

    /** Null if the table has moved or must grow first. */
    public <R> @Nullable R run(long tag, long now, Verb<R> verb) {
        while (true) {
            int slot = find(tag);
            if (slot < 0) {
                if (moved()) {
                    return null;
                }
                if (!verb.creates()) {
                    long[] fresh = {algorithm.fresh(now)};
                    R answer = verb.read(fresh, 0);
                    return answer != null ? answer : verb.write(fresh, 0);
                }
                slot = claim(tag, now, 0);
                if (slot < 0) {
                    return null;
                }
            }
            R answer = runIn(slot, tag, verb);
            if (answer != null) {
                return answer;
            }
        }
    }

    private <R> @Nullable R runIn(int slot, long tag, Verb<R> verb) {
        long owner = owner(slot);
        long word = word(slot);
        if (!owns(tag, owner)) {
            return null;
        }
        long[] cell = {word};
        R answer = verb.read(cell, 0);
        if (answer == null) {
            answer = verb.write(cell, 0);
            if (cell[0] != word && !swap(slot, word, cell[0])) {
                return null;
            }
        }
        return still(slot, owner) ? answer : null;
    }

    /** Hands every cell in use to a larger table, and lets {@code publish} make it known before anyone can look for it. */
    public WordTable grow(long now, java.util.function.Consumer<WordTable> publish) {
        WordTable next = new WordTable(algorithm, maxKeys, nextSets(maxKeys) * WAYS, counters);
        drain((tag, cell) -> {
            if (algorithm.debt(cell[0], now) > 0) {
                next.put(tag, cell[0], now);
            }
        });
        moved(() -> publish.accept(next));
        return next;
    }

    /** Stops the table and shows every cell as it was last. */
    public void drain(CellVisitor visitor) {
        lockForMove();
        for (int slot = 0; slot < slots(); slot++) {
            long owner = owner(slot);
            LONGS.setVolatile(slots, 2 * slot, 0L);
            if (!owns(0, owner)) {
                visitor.visit(owner & ~VERSION_MASK, new long[] {word(slot)});
            }
        }
    }

    /** Ends what {@link #drain} began. */
    public void replaced(Runnable publish) {
        moved(publish);
    }

    /** For a table nobody else sees yet. */
    public void put(long tag, long word, long now) {
        int slot = claim(tag, now, 0, true);
        LONGS.setVolatile(slots, 2 * slot + 1, word);
    }

    /** Shows every cell, without stopping anyone: each as it was at some moment during the call. */
    public void visit(CellVisitor visitor) {
        for (int slot = 0; slot < slots(); slot++) {
            long owner = owner(slot);
            long word = word(slot);
            if (!owns(0, owner) && still(slot, owner)) {
                visitor.visit(owner & ~VERSION_MASK, new long[] {word});
            }
        }
    }

    /** Renews cells that are as good as new ({@code all}: every cell), so that none grows older than words can tell. */
    public void sweep(long now, boolean all) {
        for (int slot = 0; slot < slots(); slot++) {
            long word = word(slot);
            if (all || algorithm.debt(word, now) < 0) {
                swap(slot, word, algorithm.fresh(now));
            }
        }
    }

    @Override
    public long bytes() {
        return 8L * slots.length;
    }
}
