package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.algorithm.AnchoredWindow;

/** {@code anchored_window.lua}. */
final class AnchoredWindowFile extends AlgorithmFile {
    private final AnchoredWindow algorithm;

    AnchoredWindowFile(Limit limit) {
        super(limit);
        this.algorithm = new AnchoredWindow(capacity, periodNanos);
    }

    @Override
    String name() {
        return "anchored_window";
    }

    @Override
    void write(Arguments to, TimeSpan span) {
        to.add(periodMicros()).add(capacity).add(mostUsed());
    }

    @Override
    Reading read(Reply from, long nowNanos) {
        return new CellReading(algorithm, nowNanos, from.number() * NANOS_PER_MICRO, from.number());
    }
}
