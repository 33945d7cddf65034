package io.sluice.core.table;

import io.sluice.core.algorithm.Gcra;
import io.sluice.core.algorithm.WordAlgorithm;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The table for limits whose state is one word: an owner word and a state word a slot, one compare-and-swap a decision.
 *
 * <p>Deciding, lock-free: read the owner word, read the state, compute, compare-and-swap the state (a refusal swaps nothing),
 * read the owner word again. If it is the same, the answer stands. If it is another key's, the swap, if any, charged a
 * stranger: that one may be refused too early, and the caller starts over. If it is nobody's, a takeover or a move is under
 * way: it either gives the slot back, and the answer stands, or it does not, and the caller starts over.
 *
 * <p>Why no grant is lost to a takeover ({@link WordSlots}): a grant that is answered saw its owner word after its swap, so any takeover starts later and
 * reads the swapped state, whose debt it weighs. Swap and owner read against owner write and state read is Dekker's pattern:
 * all four are volatile accesses. Why the version: the owner word could otherwise pass from a key to another and back
 * between the two reads, while the state passes through the same value.
 */
public final class WordTable extends WordSlots {
    /** {@link #take}: ask again where the keys are now. */
    public static final long NOT_HERE = Long.MIN_VALUE;

    /** Tables up to this size are likely to be in a cache, where reading both lines of a set costs less than guessing wrong. */
    private static final long NEAR_BYTES = 8 << 20;

    private final @Nullable Gcra gcra;
    private final boolean near;
    private final TableCounters counters;
    private final long maxKeys;

    /** Begins with at least {@code slots}, if there may be so many. */
    public WordTable(WordAlgorithm algorithm, long maxKeys, int slots, TableCounters counters, TableClock clock) {
        this(algorithm, setsToBegin(maxKeys, slots, BYTES_OF_SET, counters.budget()), maxKeys, counters, clock);
    }

    private WordTable(WordAlgorithm algorithm, int sets, long maxKeys, TableCounters counters, TableClock clock) {
        super(algorithm, maxKeys, sets, counters, clock);
        this.gcra = algorithm instanceof Gcra exact ? exact : null;
        this.near = bytes() <= NEAR_BYTES;
        this.counters = counters;
        this.maxKeys = maxKeys;
    }

    /** Bytes with as many keys as there may be. */
    public static long mostBytes(long maxKeys) {
        return setsFor(maxKeys) * BYTES_OF_SET;
    }

    /** The usual algorithm, if it is that. */
    public @Nullable Gcra gcra() {
        return gcra;
    }

    /**
     * Takes that many permits if they are there: the only loop that decides. Answers how far the word then is ahead of now,
     * by its complement if refused, or {@link #NOT_HERE} if the table has moved or must grow first. {@code place} is where {@link
     * #place} found the key, or {@link #ABSENT}.
     */
    public long take(long tag, long now, long permits, int place) {
        int slot = place;
        while (true) {
            slot = slot >= 0 ? slot : find(tag);
            if (slot < 0) {
                slot = claim(tag);
                if (slot < 0) {
                    return NOT_HERE;
                }
                // The new cell is younger than the caller's reading of the clock.
                now = Math.max(now, clock.nanos());
            }
            long owner = owner(slot);
            long word = word(slot);
            if (owns(tag, owner)) {
                long ahead = algorithm.ahead(word, now);
                if (algorithm.waitOf(ahead, now, permits) != 0) {
                    if (still(slot, owner)) {
                        return ~ahead;
                    }
                } else {
                    long next = algorithm.charge(word, now, now, permits);
                    if (swap(slot, word, next) && still(slot, owner)) {
                        return algorithm.ahead(next, now);
                    }
                }
            }
            slot = ABSENT;
        }
    }

    /**
     * {@link #take} for the usual algorithm and a key in its first set, as most are: one try, in few instructions; whatever
     * stands in the way is left to the loop.
     *
     * <p>In a table that is near all ways are compared, without a branch that could be guessed wrong: a tenth to a sixth quicker. In a larger one the ways are
     * gone through, since most keys are in the first line of their set, and the second need not come from far.
     *
     * <p>Written out, which is quicker. It also makes the method so large that it is called, not inlined, and what calls it stays
     * small enough to be inlined itself, so that its Decision need not be allocated.
     */
    public long takeQuickly(Gcra rate, long tag, long now, long permits) {
        long[] words = slots;
        int at = beginOf(firstSet(tag));
        int found = near ? place(at, tag) : ABSENT;
        if (found >= 0) {
            at = at(found);
        } else if (owns(tag, words[at])) {
            at += 0;
        } else if (owns(tag, words[at + 2])) {
            at += 2;
        } else if (owns(tag, words[at + 4])) {
            at += 4;
        } else if (owns(tag, words[at + 6])) {
            at += 6;
        } else if (owns(tag, words[at + 8])) {
            at += 8;
        } else if (owns(tag, words[at + 10])) {
            at += 10;
        } else if (owns(tag, words[at + 12])) {
            at += 12;
        } else if (owns(tag, words[at + 14])) {
            at += 14;
        } else {
            int slot = findIn(secondSet(tag), tag);
            if (slot < 0) {
                return take(tag, now, permits, ABSENT);
            }
            at = at(slot);
        }
        long owner = (long) LONGS.getVolatile(words, at);
        long word = (long) LONGS.getVolatile(words, at + 1);
        long ahead = rate.ahead(word, now);
        boolean passes = rate.passes(ahead, permits);
        if (owns(tag, owner)) {
            if (!passes) {
                if ((long) LONGS.getVolatile(words, at) == owner) {
                    return ~ahead;
                }
            } else if (LONGS.compareAndSet(words, at + 1, word, rate.chargePassing(ahead, now, permits))
                    && ((long) LONGS.getVolatile(words, at) == owner || still((at - PAD) >> 1, owner))) {
                return ahead + rate.cost(permits);
            }
        }
        return take(tag, now, permits, ABSENT);
    }

    /**
     * {@link #take} for the usual algorithm at a place that was found before, or {@link #ABSENT}: one try, in few instructions;
     * whatever stands in the way is left to the loop.
     */
    public long takeAt(int place, Gcra rate, long tag, long now, long permits) {
        if (place >= 0) {
            long owner = owner(place);
            long word = word(place);
            long ahead = rate.ahead(word, now);
            boolean passes = rate.passes(ahead, permits);
            if (owns(tag, owner)
                    && (!passes || swap(place, word, rate.chargePassing(ahead, now, permits)))
                    && still(place, owner)) {
                return passes ? ahead + rate.cost(permits) : ~ahead;
            }
        }
        return take(tag, now, permits, ABSENT);
    }

    /**
     * {@link #take} for words that are times: takes {@code nanos} if the word is then no more than {@code tolerance} ahead of
     * now. The numbers of the limit come with the question, so that one word serves whatever is asked.
     */
    public long takeWithin(long tag, long now, long nanos, long tolerance) {
        while (true) {
            int slot = find(tag);
            if (slot < 0) {
                if (nanos == 0 || nanos > tolerance) {
                    return nanos <= tolerance ? 0 : ~0L;
                }
                slot = claim(tag);
                if (slot < 0) {
                    return NOT_HERE;
                }
                now = Math.max(now, clock.nanos());
            }
            long owner = owner(slot);
            long word = word(slot);
            if (!owns(tag, owner)) {
                continue;
            }
            long ahead = Math.max(0, word - now);
            if (ahead + nanos > tolerance) {
                if (still(slot, owner)) {
                    return ~ahead;
                }
            } else if ((nanos == 0 || swap(slot, word, now + ahead + nanos)) && still(slot, owner)) {
                return ahead + nanos;
            }
        }
    }

    /** For words that are times: how far the word is ahead after so much was given back, or {@link #NOT_HERE}. */
    public long giveBack(long tag, long nanos) {
        Long left = locked(tag, () -> {
            int slot = find(tag);
            while (slot >= 0) {
                long word = word(slot);
                long now = clock.nanos();
                long ahead = Math.max(0, word - now - nanos);
                if (swap(slot, word, now + ahead)) {
                    return ahead;
                }
            }
            return 0L;
        });
        return left == null ? NOT_HERE : left;
    }

    /** How far a key's word is ahead of now; nothing is taken. 0 for a key that is not there, or on its way to another table. */
    public long look(long tag, long now) {
        int slot = find(tag);
        while (slot >= 0) {
            long owner = owner(slot);
            long word = word(slot);
            if (owns(tag, owner) && owner(slot) == owner) {
                return ahead(word, now);
            }
            slot = find(tag);
        }
        return 0;
    }

    // The arithmetic, with the usual algorithm called without a look at a method table.

    private long ahead(long word, long now) {
        return gcra != null ? gcra.ahead(word, now) : algorithm.ahead(word, now);
    }

    public boolean passes(long ahead, long now, long permits) {
        return gcra != null ? gcra.passes(ahead, permits) : algorithm.waitOf(ahead, now, permits) == 0;
    }

    public long waitOf(long ahead, long now, long permits) {
        return gcra != null ? gcra.waitOf(ahead, now, permits) : algorithm.waitOf(ahead, now, permits);
    }

    public long remainingOf(long ahead) {
        return gcra != null ? gcra.remainingOf(ahead) : algorithm.remainingOf(ahead);
    }

    public long resetAfterOf(long ahead, long now) {
        return gcra != null ? gcra.resetAfterOf(ahead, now) : algorithm.resetAfterOf(ahead, now);
    }

    public long delayOf(long ahead) {
        return gcra != null ? gcra.delayOf(ahead) : 0;
    }

    /** Null if the table has moved or must grow first. */
    public <R> @Nullable R run(long tag, Verb<R> verb) {
        R answer = readOnly(tag, verb);
        return answer != null ? answer : locked(tag, () -> runLocked(tag, verb));
    }

    private <R> @Nullable R readOnly(long tag, Verb<R> verb) {
        int slot = find(tag);
        if (slot < 0) {
            return null;
        }
        long owner = owner(slot);
        long[] cell = {word(slot)};
        if (!owns(tag, owner)) {
            return null;
        }
        verb.look();
        R answer = verb.read(cell, 0);
        return answer != null && still(slot, owner) ? answer : null;
    }

    /**
     * A miss is a true miss here, and the swap cannot hit a stranger: that matters for verbs that lower a word, which would
     * otherwise forgive somebody else's debt.
     */
    private <R> @Nullable R runLocked(long tag, Verb<R> verb) {
        int slot = verb.creates() ? claimLocked(tag, mayEvict()) : find(tag);
        if (slot == FULL) {
            return null;
        }
        while (true) {
            long word = slot < 0 ? algorithm.fresh(clock.nanos()) : word(slot);
            long[] cell = {word};
            verb.look();
            R answer = verb.read(cell, 0);
            if (answer == null) {
                answer = verb.write(cell, 0);
            }
            if (slot < 0 || cell[0] == word || swap(slot, word, cell[0])) {
                return answer;
            }
        }
    }

    /**
     * Hands every cell to a larger table, and lets {@code publish} make it known before anyone can look for it. Where there is no room for one, keys leave
     * from now on.
     */
    public void grow(Consumer<WordTable> publish) {
        WordTable next = larger();
        if (next == null) {
            return;
        }
        drain((tag, cell) -> next.put(tag, cell[0]));
        moved(() -> publish.accept(next));
    }

    /** One at a time in the process, so that all together keep to the budget. */
    private @Nullable WordTable larger() {
        synchronized (counters.budget()) {
            int larger = roomToGrow(maxKeys, BYTES_OF_SET);
            try {
                return larger == 0 ? null : new WordTable(algorithm, larger, maxKeys, counters, clock);
            } catch (OutOfMemoryError e) {
                stayAsItIs();
                return null;
            }
        }
    }
}
