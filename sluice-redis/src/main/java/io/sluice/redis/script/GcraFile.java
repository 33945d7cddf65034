package io.sluice.redis.script;

import io.sluice.core.Limit;

/** {@code gcra.lua}: token bucket, leaky bucket and leaky queue. */
final class GcraFile extends AlgorithmFile {
    private static final long MOST_UNITS_AHEAD = 1L << 61;
    /** Where time stands still, what is ahead is permits. */
    private static final long MOST_PERMITS_AHEAD = 1L << 52;

    private final Rate rate;

    GcraFile(Limit limit) {
        super(limit);
        this.rate = new Rate(limit);
    }

    @Override
    String name() {
        return "gcra";
    }

    @Override
    void write(Arguments to, TimeSpan span) {
        long k = rate.k();
        long tolerance = capacity * rate.cost();
        to.add(k).add(rate.cost() / k).add(rate.cost() % k);
        to.add(tolerance / k).add(tolerance % k);
        to.add(rate.standsStill() ? MOST_PERMITS_AHEAD : MOST_UNITS_AHEAD / rate.units(1, 0));
        to.add(capacity);
        to.add(limit.kind() == Limit.Kind.LEAKY_QUEUE ? 1 : 0);
        to.add(rate.standsStill() ? 1 : 0);
    }

    @Override
    Reading read(Reply from, long nowNanos) {
        long ahead = rate.units(from.number(), from.number());
        return new CellReading(rate.gcra(), 0, ahead);
    }

    @Override
    long horizonNanos() {
        return rate.gcra().horizonNanos();
    }
}
