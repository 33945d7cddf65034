package io.sluice.rules.monitor;

import java.util.concurrent.atomic.AtomicLongArray;

/** A histogram of durations: eight steps for each power of two, so that a value is known to an eighth. */
final class Latencies {
    private static final int STEP_BITS = 3;
    private static final int STEPS = 1 << STEP_BITS;

    private final AtomicLongArray counts = new AtomicLongArray(STEPS * Long.SIZE);

    void add(long nanos) {
        counts.incrementAndGet(index(Math.max(0, nanos)));
    }

    private static int index(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        int step = (int) (nanos >>> (power - STEP_BITS)) - STEPS;
        return (power - STEP_BITS + 1) * STEPS + step;
    }

    /** The largest value of a step. */
    private static long most(int index) {
        if (index < STEPS) {
            return index;
        }
        int shift = index / STEPS - 1;
        return ((long) (STEPS + index % STEPS + 1) << shift) - 1;
    }

    Report.DecisionTimes report() {
        long count = 0;
        for (int i = 0; i < counts.length(); i++) {
            count += counts.get(i);
        }
        return new Report.DecisionTimes(
                count, quantile(count, 0.5), quantile(count, 0.99), quantile(count, 0.999), quantile(count, 1));
    }

    private long quantile(long count, double share) {
        long wanted = (long) Math.ceil(count * share);
        long seen = 0;
        for (int i = 0; i < counts.length() && wanted > 0; i++) {
            seen += counts.get(i);
            if (seen >= wanted) {
                return most(i);
            }
        }
        return 0;
    }
}
