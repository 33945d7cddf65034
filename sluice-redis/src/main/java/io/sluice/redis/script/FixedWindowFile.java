package io.sluice.redis.script;

import io.sluice.core.CalendarPeriod;
import io.sluice.core.Limit;
import io.sluice.core.algorithm.FixedWindow;

/** {@code fixed_window.lua}. */
final class FixedWindowFile extends AlgorithmFile {
    private final FixedWindow algorithm;
    private final LocalTime local;
    private final String period;

    FixedWindowFile(Limit limit) {
        super(limit);
        this.algorithm = windows(limit, periodNanos);
        FixedWindow past = windows(limit, periodNanos); // each remembers the window asked for last
        this.local = new LocalTime(limit.zone().getRules(), past::window);
        this.period = limit.calendar().map(CalendarPeriod::text).orElseGet(() -> Long.toString(periodMicros()));
    }

    private static FixedWindow windows(Limit limit, long periodNanos) {
        return limit.calendar()
                .map(period -> new FixedWindow(limit.capacity(), period.unit(), limit.zone()))
                .orElseGet(() -> new FixedWindow(limit.capacity(), periodNanos, limit.zone()));
    }

    @Override
    String name() {
        return "fixed_window";
    }

    @Override
    void write(Arguments to, TimeSpan span) {
        to.add(period).add(capacity).add(mostUsed());
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
