package io.sluice.core;

import io.sluice.core.algorithm.Gcra;
import io.sluice.core.table.Hashing;
import io.sluice.core.table.Table;
import io.sluice.core.table.TableCounters;
import io.sluice.core.table.WordTable;

/**
 * For each key the instant at which everything it was given will have been earned. The numbers of the limit come with every
 * question, and may differ from one to the next: where they are fixed, {@link RateLimiter} does more.
 *
 * <p>Lock-free, for at most {@code maxKeys} keys in the flat table that limiters use, with its promises.
 */
public final class ArrivalTimes {
    /** The most nanoseconds a key can be ahead: 36 years. */
    public static final long MOST_AHEAD_NANOS = 1L << 60;

    private static final int FIRST_SLOTS = 512;

    private final LimiterTime time;
    private final TableCounters counters = new TableCounters();
    private volatile WordTable table;

    public ArrivalTimes(Clock clock, long maxKeys) {
        this.time = new LimiterTime(clock, false);
        Gcra nanoseconds = Gcra.of(1, 1, MOST_AHEAD_NANOS, false);
        this.table =
                new WordTable(nanoseconds, RateLimiter.checkedMaxKeys(maxKeys), FIRST_SLOTS, counters, time.forWords());
    }

    /** Of a key that is some bytes of an array; keys in different {@code space}s never meet. */
    public static long hash(byte[] bytes, int from, int to, long space) {
        return Hashing.of(bytes, from, to, Hashing.PROCESS_SEED + space);
    }

    public long nanos() {
        return time.nanos();
    }

    /**
     * Moves a key's instant by {@code nanos}, 0 or more, if it is then no more than {@code tolerance} ahead of now, and answers how
     * far it is ahead: by the complement if it was not moved. {@code now} is {@link #nanos}, read a moment ago.
     */
    public long take(long hash, long now, long nanos, long tolerance) {
        long tag = Table.tag(hash);
        while (true) {
            WordTable current = table;
            long taken = current.takeWithin(tag, now, nanos, tolerance);
            if (taken != WordTable.NOT_HERE) {
                return taken;
            }
            grow(current);
        }
    }

    /** Moves a key's instant back, no further than to now, and answers how far it is ahead. */
    public long giveBack(long hash, long nanos) {
        long tag = Table.tag(hash);
        while (true) {
            WordTable current = table;
            long left = current.giveBack(tag, nanos);
            if (left != WordTable.NOT_HERE) {
                return left;
            }
            grow(current);
        }
    }

    private synchronized void grow(WordTable full) {
        if (table == full && !full.moved()) {
            full.grow(larger -> table = larger);
        }
    }

    /** Keys that are ahead of now: an estimate while others write. */
    public long keys() {
        return table.keys(time.nanos(), 0);
    }

    /** Keys that were forgotten while they were ahead, for want of room. */
    public long evictions() {
        return counters.liveEvictions().sum();
    }
}
