package io.sluice.core.stress;

import io.sluice.core.Key;
import io.sluice.core.table.Hashing;
import java.util.List;
import java.util.stream.LongStream;

/** Keys that all want the same eight slots of the smallest table, which has two sets: the ninth must take one over. */
public final class CrowdedSet {
    /** Slots that these keys share. */
    public static final int SLOTS = 8;

    private static final long CHOICE_OF_SETS = 1L << 63 | 1L << 31;

    private CrowdedSet() {}

    public static List<Key> keys(int count) {
        return LongStream.range(0, Long.MAX_VALUE)
                .filter(i -> (Hashing.of(i, Hashing.PROCESS_SEED) & CHOICE_OF_SETS) == 0)
                .limit(count)
                .mapToObj(Key::of)
                .toList();
    }
}
