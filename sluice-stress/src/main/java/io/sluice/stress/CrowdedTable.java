package io.sluice.stress;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.core.table.Hashing;
import java.util.List;
import java.util.stream.LongStream;

/** Limiters with the smallest tables, and keys that all want the same eight slots in them. */
final class CrowdedTable {
    static final int SLOTS = 8;

    private static final int BYTES_PER_SET = 16 * SLOTS;

    private CrowdedTable() {}

    static RateLimiter limiter(Limit... limits) {
        return RateLimiter.builder()
                .limits(limits)
                .maxKeys(1)
                .clock(new ManualClock())
                .build();
    }

    /** Keys both of whose sets are the limiter's first; the limiter has one limit of one word. */
    static List<Key> keysOfOneSet(RateLimiter limiter, int count) {
        long sets = limiter.usage().bytes() / BYTES_PER_SET;
        return LongStream.range(0, Long.MAX_VALUE)
                .filter(i -> bothInTheFirst(Hashing.of(i, Hashing.PROCESS_SEED), sets))
                .limit(count)
                .mapToObj(Key::of)
                .toList();
    }

    private static boolean bothInTheFirst(long hash, long sets) {
        return ((hash >>> 32) * sets) >>> 32 == 0 && ((hash & 0xFFFF_FFFFL) * sets) >>> 32 == 0;
    }
}
