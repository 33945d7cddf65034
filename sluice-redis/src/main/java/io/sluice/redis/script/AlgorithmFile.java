package io.sluice.redis.script;

import io.sluice.core.Limit;

/** One of the Lua files that count, with the numbers of one limit: periods in whole microseconds, rounded up. */
abstract class AlgorithmFile {
    static final long NEVER = Long.MAX_VALUE;
    static final long NANOS_PER_MICRO = 1_000;

    private static final long MOST_DEBT = 1L << 40;

    final Limit limit;
    final long capacity;
    final long periodNanos;

    AlgorithmFile(Limit limit) {
        this.limit = limit;
        this.capacity = limit.capacity();
        this.periodNanos = Rate.wholeMicros(limit.periodNanos());
    }

    static AlgorithmFile of(Limit limit) {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE -> new GcraFile(limit);
            case FIXED_WINDOW -> new FixedWindowFile(limit);
            case ANCHORED_WINDOW -> new AnchoredWindowFile(limit);
            case SLIDING_WINDOW -> new SlidingWindowFile(limit);
            case SUB_WINDOWS -> new SubWindowsFile(limit);
            case SLIDING_LOG -> new SlidingLogFile(limit);
        };
    }

    /** Without {@code .lua}: also what the algorithm is called there. */
    abstract String name();

    /** Whether it counts under a key of its own. */
    boolean apart() {
        return false;
    }

    /** The numbers the file needs, for questions about this span of time. */
    abstract void write(Arguments to, TimeSpan span);

    /** The view that the file gives. */
    abstract Reading read(Reply from, long nowNanos);

    /** How far ahead memory could tell. */
    long horizonNanos() {
        return NEVER;
    }

    final long periodMicros() {
        return periodNanos / NANOS_PER_MICRO;
    }

    /** What windows may have used: debt lies within 73 years, and does not grow without end. */
    final long mostUsed() {
        long windows = Math.max(1, (1L << 61) / periodNanos);
        return capacity + (windows > MOST_DEBT / Math.max(1, capacity) ? mostDebt() : capacity * windows);
    }

    private long mostDebt() {
        return capacity == 0 ? 0 : MOST_DEBT;
    }
}
