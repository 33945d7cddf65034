package io.sluice.core;

import io.sluice.core.algorithm.WordAlgorithm;
import io.sluice.core.table.CellTable;
import io.sluice.core.table.CellVisitor;
import io.sluice.core.table.Table;
import io.sluice.core.table.TableCounters;
import io.sluice.core.table.Verb;
import io.sluice.core.table.WordTable;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one limiter, in the table that fits its limits, which is replaced by larger ones as keys come.
 *
 * <p>Exactly one of {@link #words} and {@link #cells} is there.
 */
final class Store {
    private final Meter meter;
    private final long horizonNanos;
    private volatile @Nullable WordTable words;
    private volatile @Nullable CellTable cells;
    private volatile long sweepAt;
    private long sweptAt;

    Store(Meter meter, long maxKeys, int slots, TableCounters counters, long now) {
        this.meter = meter;
        boolean oneWord = meter.algorithms().length == 1 && meter.algorithms()[0] instanceof WordAlgorithm;
        this.words = oneWord ? new WordTable((WordAlgorithm) meter.algorithms()[0], maxKeys, slots, counters) : null;
        this.cells = oneWord ? null : new CellTable(meter.algorithms(), maxKeys, slots, counters);
        this.horizonNanos = meter.horizonNanos();
        this.sweptAt = now;
        this.sweepAt = after(now, horizonNanos);
    }

    Meter meter() {
        return meter;
    }

    @Nullable
    WordTable words() {
        return words;
    }

    CellTable cells() {
        CellTable table = cells;
        if (table == null) {
            throw new AssertionError("words are asked about first");
        }
        return table;
    }

    Table table() {
        WordTable table = words;
        return table != null ? table : cells();
    }

    /** Where one-word algorithms follow the wall clock, their table is handed its time as now. */
    private long wordTime(long now, long shift) {
        return meter.aligned() ? now + shift : now;
    }

    /** Does something with a key's cell; null if this store has been replaced. */
    <R> @Nullable R run(long tag, long now, long shift, Verb<R> verb) {
        keepFresh(now, shift);
        while (true) {
            WordTable table = words;
            if (table == null) {
                return runInCells(tag, now, shift, verb);
            }
            R answer = table.run(tag, wordTime(now, shift), verb);
            if (answer != null) {
                return answer;
            }
            if (words == table && !grow(table, now, shift)) {
                return null;
            }
        }
    }

    private <R> @Nullable R runInCells(long tag, long now, long shift, Verb<R> verb) {
        while (true) {
            CellTable table = cells();
            R answer = table.run(tag, now, shift, verb);
            if (answer != null) {
                return answer;
            }
            if (cells == table && !grow(table, now, shift)) {
                return null;
            }
        }
    }

    /** False if the table has been stopped for good. */
    synchronized boolean grow(Table full, long now, long shift) {
        if (full.moved()) {
            return full != table();
        }
        if (full instanceof WordTable table && words == table) {
            table.grow(wordTime(now, shift), larger -> words = larger);
        } else if (full instanceof CellTable table && cells == table) {
            table.grow(now, shift, larger -> cells = larger);
        }
        return true;
    }

    boolean mustSweep(long now) {
        return now - sweepAt >= 0;
    }

    void keepFresh(long now, long shift) {
        if (mustSweep(now)) {
            sweep(now, shift);
        }
    }

    /** Once a horizon; what nobody looked at for two of them is as good as new. */
    synchronized void sweep(long now, long shift) {
        if (!mustSweep(now)) {
            return;
        }
        boolean all = (now - sweptAt) / 2 >= horizonNanos;
        WordTable table = words;
        if (table != null) {
            table.sweep(wordTime(now, shift), all);
        } else {
            cells().sweep(now, shift, all);
        }
        sweptAt = now;
        sweepAt = after(now, horizonNanos);
    }

    private static long after(long now, long nanos) {
        long sum = now + nanos;
        return sum < now ? Long.MAX_VALUE : sum;
    }

    /** Moves every cell to a store with other limits and stops this one. */
    synchronized void replaceBy(Store next, long now, long shift, Runnable publish) {
        CellVisitor carry = (tag, cell) -> next.put(tag, next.meter.carry(meter, cell, now, shift), now, shift);
        WordTable table = words;
        if (table != null) {
            table.drain(carry);
            table.replaced(publish);
        } else {
            cells().drain(carry);
            cells().replaced(publish);
        }
    }

    /** For a store nobody else sees yet. */
    void put(long tag, long[] cell, long now, long shift) {
        WordTable table = words;
        if (table != null) {
            table.put(tag, cell[0], wordTime(now, shift));
        } else {
            cells().put(tag, cell, now, shift);
        }
    }

    void visit(CellVisitor visitor) {
        WordTable table = words;
        if (table != null) {
            table.visit(visitor);
        } else {
            cells().visit(visitor);
        }
    }

    long keys(long now, long shift) {
        WordTable table = words;
        return table != null ? table.keys(wordTime(now, shift), 0) : cells().keys(now, shift);
    }
}
