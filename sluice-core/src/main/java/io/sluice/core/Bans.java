package io.sluice.core;

import io.sluice.core.algorithm.Ban;
import io.sluice.core.table.CellVisitor;
import io.sluice.core.table.TableCounters;
import io.sluice.core.table.Verb;
import io.sluice.core.table.WordTable;
import org.jspecify.annotations.Nullable;

/** Who is blocked until when: a table of its own, in which the ban that ends first leaves first. */
final class Bans {
    private static final Ban BAN = new Ban();

    private final Clock clock;
    private volatile WordTable table;

    Bans(long maxKeys, Clock clock) {
        this.clock = clock;
        this.table = new WordTable(BAN, maxKeys, 0, new TableCounters(), new LimiterTime(clock, false));
    }

    /** Nanoseconds the key remains blocked; 0 if it is not. */
    long left(long tag) {
        return run(tag, new Left());
    }

    void block(long tag, long nanos) {
        run(tag, new Set(nanos));
    }

    void unblock(long tag) {
        run(tag, new Set(0));
    }

    void visit(CellVisitor visitor) {
        table.visit(visitor);
    }

    private <R> R run(long tag, Verb<R> verb) {
        while (true) {
            WordTable current = table;
            R answer = current.run(tag, verb);
            if (answer != null) {
                return answer;
            }
            grow(current);
        }
    }

    private synchronized void grow(WordTable full) {
        if (table == full) {
            full.grow(larger -> table = larger);
        }
    }

    private final class Left implements Verb<Long> {
        private long now;

        @Override
        public void look() {
            now = clock.nanos();
        }

        @Override
        public Long read(long[] c, int o) {
            return BAN.wait(c, o, now, 1);
        }

        @Override
        public Long write(long[] c, int o) {
            return read(c, o);
        }

        @Override
        public boolean creates() {
            return false;
        }
    }

    private final class Set implements Verb<Boolean> {
        private final long nanos;
        private long now;

        Set(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public void look() {
            now = clock.nanos();
        }

        @Override
        public @Nullable Boolean read(long[] c, int o) {
            return null;
        }

        @Override
        public Boolean write(long[] c, int o) {
            c[o] = Ban.until(now, nanos);
            return true;
        }

        @Override
        public boolean creates() {
            return nanos > 0;
        }
    }
}
