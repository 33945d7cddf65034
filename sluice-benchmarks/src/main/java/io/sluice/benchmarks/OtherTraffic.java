package io.sluice.benchmarks;

import io.sluice.core.Batch;
import io.sluice.core.Clock;
import io.sluice.core.Gate;
import io.sluice.core.Key;
import io.sluice.core.LeasedGate;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.List;

/**
 * What else a process does with limiters: every algorithm, layout and clock through the same public methods.
 *
 * <p>Driven before a measurement, so that the compiler does not take the one limiter that is measured for the only one there is.
 */
final class OtherTraffic {
    private static final int ROUNDS = 20_000;
    private static final int KEYS = 512;

    private static final List<String> RATES =
            List.of("10/s", "2/s leaky-bucket 10", "2/s leaky-queue 10", "7/min burst 3");
    private static final List<String> OTHERS = List.of(
            "100/s fixed-window",
            "100/s fixed-window anchored",
            "300/s sliding-window",
            "100/s sub-windows 10",
            "5/s sliding-log");

    private OtherTraffic() {}

    /** Decisions granted, so that nobody can leave them out. */
    static long drive() {
        long granted = 0;
        for (Clock clock : List.of(new ManualClock(), Clock.system())) {
            for (String limit : RATES) {
                granted += driveKeys(clock, Limit.parse(limit)) + driveGates(clock, Limit.parse(limit));
            }
            for (String limit : OTHERS) {
                granted += driveKeys(clock, Limit.parse(limit));
            }
            granted += driveKeys(clock, Limit.perSecond(10), Limit.perMinute(100), Limit.perHour(1_000));
            granted += driveKeys(
                    clock,
                    Limit.perSecond(10).slidingWindow(),
                    Limit.perDay(1_000).fixedWindow());
        }
        return granted;
    }

    private static long driveKeys(Clock clock, Limit... limits) {
        RateLimiter limiter =
                RateLimiter.builder().limits(limits).clock(clock).maxKeys(KEYS).build();
        Batch batch = limiter.batch(16);
        long granted = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String name = "other" + i % (2 * KEYS);
            granted += limiter.tryAcquire(name).allowed() ? 1 : 0;
            granted += limiter.tryAcquire(Key.of(name)).remaining() > 0 ? 1 : 0;
            batch.add(name, 1);
            if (batch.size() == 16) {
                batch.tryAcquire();
                granted += batch.allowed(i % 16) ? 1 : 0;
                batch.clear();
            }
            pass(clock);
        }
        return granted;
    }

    private static long driveGates(Clock clock, Limit limit) {
        Gate gate = Gate.of(limit, clock);
        LeasedGate leased = LeasedGate.of(Limit.perSecond(1_000 + limit.permits()), clock);
        long granted = 0;
        for (int i = 0; i < ROUNDS; i++) {
            granted += gate.tryAcquire().allowed() ? 1 : 0;
            granted += leased.tryAcquire() ? 1 : 0;
            pass(clock);
        }
        return granted;
    }

    private static void pass(Clock clock) {
        if (clock instanceof ManualClock manual) {
            manual.advanceNanos(100_000);
        }
    }
}
