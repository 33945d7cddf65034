package io.sluice.benchmarks.redis;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/** How long some of the decisions took. Full, it forgets the oldest. */
final class Samples {
    private static final int MOST = 1 << 20;

    private final AtomicLongArray nanos = new AtomicLongArray(MOST);
    private final AtomicInteger taken = new AtomicInteger();

    void add(long sample) {
        nanos.setPlain(taken.getAndIncrement() & (MOST - 1), sample);
    }

    /** Such as 0.99 of them took at most so long; 0 without any. */
    long[] quantiles(double... shares) {
        long[] sorted = new long[Math.min(taken.get(), MOST)];
        Arrays.setAll(sorted, nanos::get);
        Arrays.sort(sorted);
        return Arrays.stream(shares)
                .mapToLong(share -> sorted.length == 0 ? 0 : sorted[(int) (share * (sorted.length - 1))])
                .toArray();
    }
}
