package io.sluice.benchmarks;

import io.sluice.core.Limit;
import java.time.Duration;
import java.util.List;

/** A limit, before it is written in a library's own words. */
record Rate(long permits, Duration period, long burst) {
    /** For one counter that everybody asks: more than any machine can ask for. */
    static final Rate PLENTY = new Rate(1_000_000_000, Duration.ofSeconds(1), 1_000_000_000);

    /** Three on one key, none of which ever refuses here. */
    static final List<Rate> THREE = List.of(
            new Rate(1, Duration.ofSeconds(1), 1_000_000),
            new Rate(50, Duration.ofMinutes(1), 2_000_000),
            new Rate(2_000, Duration.ofHours(1), 3_000_000));

    Limit limit() {
        return Limit.of(permits, period).burst(burst);
    }

    long intervalNanos() {
        return period.toNanos() / permits;
    }
}
