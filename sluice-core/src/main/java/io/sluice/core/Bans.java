package io.sluice.core;

import io.sluice.core.algorithm.Ban;
import io.sluice.core.table.TableCounters;
import io.sluice.core.table.Verb;
import io.sluice.core.table.WordTable;
import org.jspecify.annotations.Nullable;

/** Who is blocked until when: a table of its own, in which the ban that ends first leaves first. */
final class Bans {
    private static final Ban BAN = new Ban();

    private volatile WordTable table;

    Bans(long maxKeys) {
        this.table = new WordTable(BAN, maxKeys, 0, new TableCounters());
    }

    /** Nanoseconds the key remains blocked; 0 if it is not. */
    long left(long tag, long now) {
        return run(tag, now, new Verb<>() {
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
        });
    }

    void block(long tag, long now, long nanos) {
        set(tag, now, Ban.until(now, nanos), true);
    }

    void unblock(long tag, long now) {
        set(tag, now, now, false);
    }

    private void set(long tag, long now, long until, boolean creates) {
        run(tag, now, new Verb<Boolean>() {
            @Override
            public @Nullable Boolean read(long[] c, int o) {
                return null;
            }

            @Override
            public Boolean write(long[] c, int o) {
                c[o] = until;
                return true;
            }

            @Override
            public boolean creates() {
                return creates;
            }
        });
    }

    private <R> R run(long tag, long now, Verb<R> verb) {
        while (true) {
            WordTable current = table;
            R answer = current.run(tag, now, verb);
            if (answer != null) {
                return answer;
            }
            grow(current, now);
        }
    }

    private synchronized void grow(WordTable full, long now) {
        if (table == full) {
            full.grow(now, larger -> table = larger);
        }
    }
}
