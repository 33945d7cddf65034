package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.algorithm.SlidingWindow;

/** {@code sliding_window.lua}. */
final class SlidingWindowFile extends AlgorithmFile {
    private final SlidingWindow algorithm;

    SlidingWindowFile(Limit limit) {
        super(limit);
        this.algorithm = new SlidingWindow(capacity, periodNanos);
    }

    @Override
    String name() {
        return "sliding_window";
    }

    @Override
    void write(Arguments to, TimeSpan span) {
        to.add(periodMicros()).add(capacity);
    }

    @Override
    Reading read(Reply from, long nowNanos) {
        return new CellReading(algorithm, nowNanos, from.number(), from.number(), from.number());
    }
}
