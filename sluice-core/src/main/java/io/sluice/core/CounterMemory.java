package io.sluice.core;

import io.sluice.core.algorithm.WordAlgorithm;
import io.sluice.core.table.Budget;
import io.sluice.core.table.CellTable;
import io.sluice.core.table.WordTable;
import java.util.List;

/**
 * The memory that counters of this process take, over all limiters, and the most that they may take: by default half of the largest heap. A
 * limiter for which there is no room to grow keeps the keys that it has room for, as if that were its {@link RateLimiter.Builder#maxKeys}.
 */
public final class CounterMemory {
    /** So many that the smallest table does not count. */
    private static final long KEYS = 1_000_000;

    private CounterMemory() {}

    /** Bytes that counters take now. */
    public static long used() {
        return Budget.OF_PROCESS.used();
    }

    /** Bytes that counters may take. */
    public static long limit() {
        return Budget.OF_PROCESS.limit();
    }

    /** The default. */
    public static long defaultLimit() {
        return Budget.defaultLimit();
    }

    /** Counters that take more already keep it, and grow no further. */
    public static void limit(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("counters need some memory, not " + bytes + " bytes");
        }
        Budget.OF_PROCESS.limit(bytes);
    }

    /** Bytes that one key takes at most under these limits together, where a limiter has as many keys as it may have. */
    public static long worstCase(List<Limit> limits) {
        return (worstCase(limits, KEYS) + KEYS - 1) / KEYS;
    }

    /** Bytes that so many keys take at most under these limits together: with the places that a table keeps free, and with logs that are full. */
    public static long worstCase(List<Limit> limits, long maxKeys) {
        Meter meter = new Meter(limits.toArray(Limit[]::new));
        return meter.algorithms().length == 1 && meter.algorithms()[0] instanceof WordAlgorithm
                ? WordTable.mostBytes(maxKeys)
                : CellTable.mostBytes(meter.algorithms(), maxKeys);
    }
}
