package io.sluice.core;

import io.sluice.core.algorithm.WordAlgorithm;
import io.sluice.core.table.CellTable;
import io.sluice.core.table.CellVisitor;
import io.sluice.core.table.Table;
import io.sluice.core.table.TableClock;
import io.sluice.core.table.TableCounters;
import io.sluice.core.table.Verb;
import io.sluice.core.table.WordTable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one limiter, in the table that fits its limits, which is replaced by larger ones as keys come.
 *
 * <p>Exactly one of {@link #words} and {@link #cells} is there.
 */
final class Tables {
    private final Meter meter;
    private final LimiterTime time;
    private final TableClock tableClock;
    private final long maxKeys;
    private final TableCounters counters;
    private final long horizonNanos;
    private volatile @Nullable WordTable words;
    private volatile @Nullable CellTable cells;
    private volatile long sweepAt;
    private long sweptAt;

    Tables(Meter meter, Clock clock, long maxKeys, int slots, TableCounters counters) {
        this.meter = meter;
        this.time = new LimiterTime(clock, meter.aligned());
        this.maxKeys = maxKeys;
        this.counters = counters;
        if (meter.algorithms().length == 1 && meter.algorithms()[0] instanceof WordAlgorithm one) {
            this.tableClock = time.forWords();
            this.words = new WordTable(one, maxKeys, slots, counters, tableClock);
        } else {
            this.tableClock = time;
            this.cells = new CellTable(meter.algorithms(), maxKeys, slots, counters, time);
        }
        this.horizonNanos = meter.horizonNanos();
        this.sweptAt = tableTime();
        this.sweepAt = after(sweptAt, horizonNanos);
    }

    Meter meter() {
        return meter;
    }

    LimiterTime time() {
        return time;
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

    /** Now, as the table in use counts it. */
    private long tableTime() {
        return tableClock.nanos();
    }

    /** Does something with a key's cell; null if these tables have been replaced. */
    <R> @Nullable R run(long tag, Verb<R> verb) {
        keepFresh();
        while (true) {
            Table table = table();
            WordTable wordTable = words;
            R answer = wordTable != null ? wordTable.run(tag, verb) : cells().run(tag, verb);
            if (answer != null) {
                return answer;
            }
            if (table() == table && !grow(table)) {
                return null;
            }
        }
    }

    /** False if the table has been stopped for good. */
    synchronized boolean grow(Table full) {
        if (full.moved()) {
            return full != table();
        }
        if (full instanceof WordTable table && words == table) {
            table.grow(larger -> words = larger);
        } else if (full instanceof CellTable table && cells == table) {
            table.grow(larger -> cells = larger);
        }
        return true;
    }

    /** Of the time that the table in use counts. */
    boolean mustSweep(long now) {
        return now - sweepAt >= 0;
    }

    void keepFresh() {
        if (sweepAt != Long.MAX_VALUE && mustSweep(tableTime())) {
            sweep();
        }
    }

    /** Once a horizon; what nobody looked at for two of them is as good as new. */
    private synchronized void sweep() {
        long now = tableTime();
        if (!mustSweep(now)) {
            return;
        }
        WordTable table = words;
        if (table != null) {
            table.sweep(now, (now - sweptAt) / 2 >= horizonNanos);
        } else {
            cells().sweep(now, time.shift(now), now - sweptAt);
        }
        sweptAt = now;
        sweepAt = after(now, horizonNanos);
    }

    private static long after(long now, long nanos) {
        long sum = now + nanos;
        return sum < now ? Long.MAX_VALUE : sum;
    }

    /** Moves every cell to new tables with other limits, which {@code publish} makes known, and stops this one. */
    synchronized void replaceBy(Meter limits, Clock clock, Consumer<Tables> publish) {
        keepFresh();
        Tables next = new Tables(limits, clock, maxKeys, table().slots(), counters);
        long now = clock.nanos();
        long shift = new LimiterTime(clock, meter.aligned() || limits.aligned()).shift(now);
        CellVisitor carry = (tag, cell) -> next.put(tag, limits.carry(meter, cell, now, shift, 0));
        WordTable table = words;
        if (table != null) {
            table.drain(carry);
            table.replaced(() -> publish.accept(next));
        } else {
            cells().drain(carry);
            cells().replaced(() -> publish.accept(next));
        }
    }

    /** For tables nobody else sees yet. */
    void put(long tag, long[] cell) {
        WordTable table = words;
        if (table != null) {
            table.put(tag, cell[0]);
        } else {
            cells().put(tag, cell);
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

    long keys() {
        long now = tableTime();
        return table().keys(now, tableClock.shift(now));
    }
}
