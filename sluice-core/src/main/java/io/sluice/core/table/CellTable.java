package io.sluice.core.table;

import io.sluice.core.algorithm.Algorithm;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The table for cells of several words: several limits on one key, or a limit whose state is larger than a word.
 *
 * <p>Each cell begins with a {@link Sequence} number, under which it is written; takeovers write the owner word under it too.
 *
 * <p>Owner words and cells of a set lie side by side in one array, but cells that can grow (logs) have an array each, made when first needed and
 * replaced by a larger one under the sequence; the old array stays odd for ever, which sends its readers to the new one.
 */
public final class CellTable extends Table {
    /** With an array's header, a cache line: large arrays begin at a page, so cells of four words never straddle two. */
    private static final int PAD = 6;

    /** Bytes of an array's header, and of a reference to it. */
    private static final int HEADER = 16;

    private static final int REFERENCE = 8;

    /** Words of a cache line. */
    private static final int LINE = 8;

    private final CellShape shape;
    private final long[] owners;
    private final int cellWords;
    /** From one set's owner words to the next set's. */
    private final int setWords;

    private final long @Nullable [] flat;
    private final long[] @Nullable [] grown;
    private final TableCounters counters;
    private final long maxKeys;

    /** Begins with at least {@code slots}, if there may be so many. */
    public CellTable(Algorithm[] algorithms, long maxKeys, int slots, TableCounters counters, TableClock clock) {
        this(new CellShape(algorithms), maxKeys, slots, counters, clock);
    }

    private CellTable(CellShape shape, long maxKeys, int slots, TableCounters counters, TableClock clock) {
        this(shape, setsToBegin(maxKeys, slots, bytesOfSet(shape), counters.budget()), maxKeys, clock, counters);
    }

    private CellTable(CellShape shape, int sets, long maxKeys, TableClock clock, TableCounters counters) {
        super(maxKeys, sets, bytesOfSet(shape), counters, clock);
        this.shape = shape;
        this.cellWords = shape.size();
        long words = PAD + (long) (1 + cellWords) * WAYS * sets;
        boolean oneArray = !shape.canGrow() && words < Integer.MAX_VALUE - 8;
        this.flat = oneArray ? new long[(int) words] : null;
        this.owners = flat != null ? flat : new long[PAD + WAYS * sets];
        this.setWords = oneArray ? (1 + cellWords) * WAYS : WAYS;
        this.grown = oneArray ? new long[0][] : new long[WAYS * sets][];
        this.counters = counters;
        this.maxKeys = maxKeys;
    }

    /**
     * Asks for all cells of a key's first set while its owner words are on their way: which of the lines is needed is known only
     * when those are there, and waiting for one line after the other takes twice as long.
     */
    public long touch(long tag) {
        long[] words = flat;
        if (words == null) {
            return 0;
        }
        long touched = 0;
        int cells = PAD + firstSet(tag) * setWords + WAYS;
        for (int i = cells; i < cells + WAYS * cellWords; i += LINE) {
            touched |= words[i];
        }
        return touched;
    }

    @Override
    public int find(long tag) {
        int slot = findIn(firstSet(tag), tag);
        return slot >= 0 ? slot : findIn(secondSet(tag), tag);
    }

    /** All ways are compared and none is guessed: they lie in one line, and a wrong guess would cost more. */
    private int findIn(int set, long tag) {
        long[] words = owners;
        int base = PAD + set * setWords;
        long found = (ifOwned(tag, words[base]) & (WAYS | 0))
                | (ifOwned(tag, words[base + 1]) & (WAYS | 1))
                | (ifOwned(tag, words[base + 2]) & (WAYS | 2))
                | (ifOwned(tag, words[base + 3]) & (WAYS | 3))
                | (ifOwned(tag, words[base + 4]) & (WAYS | 4))
                | (ifOwned(tag, words[base + 5]) & (WAYS | 5))
                | (ifOwned(tag, words[base + 6]) & (WAYS | 6))
                | (ifOwned(tag, words[base + 7]) & (WAYS | 7));
        return found == 0 ? ABSENT : set * WAYS + (int) (found - WAYS);
    }

    private int ownerAt(int slot) {
        return PAD + slot / WAYS * setWords + slot % WAYS;
    }

    @Override
    public long owner(int slot) {
        return (long) LONGS.getVolatile(owners, ownerAt(slot));
    }

    private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[][].class);

    /** The array that holds the slot's cell: never null for a slot that had an owner. */
    public long[] cells(int slot) {
        if (flat != null) {
            return flat;
        }
        long[] cell = (long[]) CELLS.getAcquire(grown, slot);
        return cell != null ? cell : newCell(slot);
    }

    private long[] newCell(int slot) {
        long[] cell = shape.newCell();
        return CELLS.compareAndSet(grown, slot, null, cell) ? cell : (long[]) CELLS.getAcquire(grown, slot);
    }

    public int offset(int slot) {
        return flat != null ? PAD + slot / WAYS * setWords + WAYS + slot % WAYS * cellWords : 0;
    }

    /** Where the first limit's words begin in a cell at {@code offset}. */
    public static int words(int offset) {
        return offset + CellShape.WORDS;
    }

    @Override
    long debt(int slot, long now, long shift) {
        return shape.debt(cells(slot), words(offset(slot)), now, shift);
    }

    @Override
    long used(int slot, long now, long shift) {
        return shape.used(cells(slot), words(offset(slot)), now, shift);
    }

    @Override
    boolean takeOver(int slot, long tag, long now, long shift, long weighed) {
        long[] c = cells(slot);
        int o = offset(slot);
        long sequence = Sequence.of(c, o);
        if (!Sequence.begin(c, o, sequence)) {
            return false;
        }
        long owner = owner(slot);
        if (!owns(0, owner) && debt(slot, now, shift) > weighed) {
            Sequence.end(c, o, sequence);
            return false;
        }
        LONGS.setVolatile(owners, ownerAt(slot), nextOwner(tag, owner));
        shape.renew(c, words(o), now, shift);
        Sequence.end(c, o, sequence);
        return true;
    }

    /** Null if the table has moved or must grow first. */
    public <R> @Nullable R run(long tag, Verb<R> verb) {
        int spins = 0;
        while (!moved()) {
            int slot = find(tag);
            if (slot < 0) {
                slot = verb.creates() ? claim(tag) : confirmed(tag);
            }
            if (slot == FULL) {
                return null;
            }
            R answer = slot == ABSENT ? runOnNew(verb) : slot == MOVED ? null : runIn(slot, tag, verb);
            if (answer != null) {
                return answer;
            }
            spins = pause(spins);
        }
        return null;
    }

    /** The slot of a tag that could not be found while slots may have been changing hands. */
    private int confirmed(long tag) {
        Integer slot = locked(tag, () -> find(tag));
        return slot == null ? MOVED : slot;
    }

    private <R> R runOnNew(Verb<R> verb) {
        long[] cell = shape.newCell();
        long now = clock.nanos();
        shape.renew(cell, CellShape.WORDS, now, clock.shift(now));
        verb.look();
        R answer = verb.read(cell, CellShape.WORDS);
        return answer != null ? answer : verb.write(cell, CellShape.WORDS);
    }

    private <R> @Nullable R runIn(int slot, long tag, Verb<R> verb) {
        long[] c = cells(slot);
        int o = offset(slot);
        long sequence = Sequence.of(c, o);
        if (!Sequence.atRest(sequence) || !owns(tag, owner(slot))) {
            return null;
        }
        verb.look();
        R answer = verb.read(c, words(o));
        if (answer != null) {
            return Sequence.unchanged(c, o, sequence) ? answer : null;
        }
        if (!Sequence.begin(c, o, sequence)) {
            return null;
        }
        long[] room = c;
        try {
            room = roomToCharge(slot, c);
            return verb.write(room, words(o));
        } finally {
            Sequence.end(room, o, sequence);
        }
    }

    /** While writing: the slot's cell, in a larger array if charging it needs one. */
    public long[] roomToCharge(int slot, long[] c) {
        if (flat != null) {
            return c;
        }
        int size = shape.sizeToCharge(c);
        if (size <= c.length) {
            return c;
        }
        long[] larger = enlarged(c, size);
        if (larger == null) {
            shape.thin(c);
            return c;
        }
        CELLS.setRelease(grown, slot, larger);
        return larger;
    }

    private long @Nullable [] enlarged(long[] c, int size) {
        if (!held.tryTake(Long.BYTES * (long) (size - c.length))) {
            return null;
        }
        try {
            return shape.enlarged(c, size);
        } catch (OutOfMemoryError e) {
            held.take(-Long.BYTES * (long) (size - c.length));
            return null;
        }
    }

    /** Bytes with as many keys as there may be, all of whose logs are full. */
    public static long mostBytes(Algorithm[] algorithms, long maxKeys) {
        CellShape shape = new CellShape(algorithms);
        return setsFor(maxKeys) * (bytesOfSet(shape) + WAYS * Long.BYTES * (shape.mostWords() - shape.size()));
    }

    /** With the array of each cell that can grow, and its header. */
    private static long bytesOfSet(CellShape shape) {
        long cell = Long.BYTES * (1L + shape.size());
        return WAYS * (shape.canGrow() ? cell + REFERENCE + HEADER : cell);
    }

    /**
     * Hands every cell to a larger table, and lets {@code publish} make it known before anyone can look for it. Where there is no room for one, keys leave
     * from now on.
     */
    public void grow(Consumer<CellTable> publish) {
        CellTable next = larger();
        if (next == null) {
            return;
        }
        drain(next::put);
        moved(() -> publish.accept(next));
    }

    /** One at a time in the process, so that all together keep to the budget. */
    private @Nullable CellTable larger() {
        synchronized (counters.budget()) {
            int larger = roomToGrow(maxKeys, bytesOfSet(shape));
            try {
                return larger == 0 ? null : new CellTable(shape, larger, maxKeys, clock, counters);
            } catch (OutOfMemoryError e) {
                stayAsItIs();
                return null;
            }
        }
    }

    /** Stops the table and shows every cell as it was last: its words only. */
    public void drain(CellVisitor visitor) {
        lockForMove();
        for (int slot = 0; slot < slots(); slot++) {
            if (!owns(0, owner(slot))) {
                move(slot, visitor);
                LONGS.setVolatile(owners, ownerAt(slot), 0L);
            }
        }
    }

    /** Whatever happens, the move must end: all locks are held. */
    private void move(int slot, CellVisitor visitor) {
        long[] c = freeze(slot);
        try {
            visitor.visit(owner(slot) & ~VERSION_MASK, words(slot, c));
        } catch (OutOfMemoryError e) {
            long now = clock.nanos();
            lost(used(slot, now, clock.shift(now)));
        }
    }

    /** Begins writing and never ends. */
    private long[] freeze(int slot) {
        int spins = 0;
        while (true) {
            long[] c = cells(slot);
            int o = offset(slot);
            if (Sequence.begin(c, o, Sequence.of(c, o))) {
                return c;
            }
            spins = pause(spins);
        }
    }

    private long[] words(int slot, long[] c) {
        int from = words(offset(slot));
        return Arrays.copyOfRange(c, from, flat != null ? from + cellWords - CellShape.WORDS : c.length);
    }

    public void replaced(Runnable publish) {
        moved(publish);
    }

    /** For a table nobody else sees yet; the words are laid out as {@link #drain} shows them. */
    public void put(long tag, long[] words) {
        int slot = claimLocked(tag, true);
        if (flat != null) {
            System.arraycopy(words, 0, flat, words(offset(slot)), cellWords - CellShape.WORDS);
        } else {
            long[] cell = new long[CellShape.WORDS + words.length];
            System.arraycopy(words, 0, cell, CellShape.WORDS, words.length);
            held.take(Long.BYTES * (long) (cell.length - cellWords));
            CELLS.setRelease(grown, slot, cell);
        }
    }

    /** Shows every cell, without stopping anyone: each as it was at some moment during the call. */
    public void visit(CellVisitor visitor) {
        for (int slot = 0; slot < slots(); slot++) {
            long owner = owner(slot);
            if (owns(0, owner)) {
                continue;
            }
            long[] c = cells(slot);
            long sequence = Sequence.of(c, offset(slot));
            long[] words = words(slot, c);
            if (Sequence.unchanged(c, offset(slot), sequence)) {
                visitor.visit(owner & ~VERSION_MASK, words);
            }
        }
    }

    /** Renews limits that are as good as new, so that none grows older than words can tell; {@code age} ago was the last time. */
    public void sweep(long now, long shift, long age) {
        for (int slot = 0; slot < slots(); slot++) {
            if (owns(0, owner(slot))) {
                continue;
            }
            long[] c = cells(slot);
            int start = offset(slot);
            long sequence = Sequence.of(c, start);
            if (Sequence.begin(c, start, sequence)) {
                shape.keepFresh(c, words(start), now, shift, age);
                Sequence.end(c, start, sequence);
            }
        }
    }

    @Override
    public long bytes() {
        long bytes = flat != null ? 8L * (1 + cellWords) * slots() : 12L * slots();
        for (long[] cell : grown) {
            bytes += cell == null ? 0 : 16 + 8L * cell.length;
        }
        return bytes;
    }
}
