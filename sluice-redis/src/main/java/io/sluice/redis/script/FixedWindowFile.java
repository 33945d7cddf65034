package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.algorithm.FixedWindow;

/** {@code fixed_window.lua}. */
final class FixedWindowFile extends AlgorithmFile {
    private final FixedWindow algorithm;
    private final LocalTime local;

    FixedWindowFile(Limit limit) {
        super(limit);
        this.algorithm = new FixedWindow(capacity, periodNanos, limit.zone());
        this.local = new LocalTime(limit.zone().getRules(), periodMicros());
    }

    @Override
    String name() {
        return "fixed_window";
    }

    @Override
    void write(Arguments to, TimeSpan span) {
        to.add(periodMicros()).add(capacity).add(mostUsed());
        local.write(to, span.atLeast(2 * periodMicros()));
    }

    @Override
    Reading read(Reply from, long nowNanos) {
        long ahead = from.number() * capacity + from.number();
        return new CellReading(algorithm, nowNanos, algorithm.fresh(nowNanos) + ahead);
    }

    @Override
    long horizonNanos() {
        return algorithm.horizonNanos();
    }
}
