package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.LeasedGate;
import io.sluice.core.Limit;
import org.junit.jupiter.api.Test;

class LeasedGateStressTest {
    private static final int THREADS = 4;
    private static final int BURST = 20_000;
    /** As the machine's clock tells it, in nanoseconds since the epoch. */
    private static final long TODAY = 1_763_000_000_000_000_000L;

    private static final Limit LIMIT = Limit.perSecond(1_000_000).burst(BURST);

    @Test
    void grantsNoMoreThanTheBurstWhileTheClockStands() {
        Interleavings.untilContended(seen -> {
            LeasedGate gate = LeasedGate.of(LIMIT, new BareClock(TODAY));
            assertThat(gate.slice()).isGreaterThan(1);
            long granted = StartTogether.sum(THREADS, thread -> {
                long mine = 0;
                for (int i = 0; i < BURST / 2; i++) {
                    mine += gate.tryAcquire() ? 1 : 0;
                    seen.by(thread);
                }
                return mine;
            });
            assertThat(granted).isBetween(BURST - earnedInALease() - THREADS * gate.slice(), (long) BURST);
        });
    }

    @Test
    void grantsNoMoreThanBurstAndRateWhileTheClockRuns() {
        Interleavings.untilContended(seen -> {
            BareClock clock = new BareClock(TODAY);
            LeasedGate gate = LeasedGate.of(LIMIT, clock);
            long granted = StartTogether.sum(THREADS, thread -> {
                long mine = 0;
                for (int i = 0; i < 2 * BURST; i++) {
                    clock.advanceNanos(100);
                    mine += gate.tryAcquire() ? 1 : 0;
                    seen.by(thread);
                }
                return mine;
            });
            long earned = (clock.nanos() - TODAY) / 1_000;
            assertThat(granted).isBetween(earned / 2, BURST + earned);
        });
    }

    private static long earnedInALease() {
        return LIMIT.permits() * LeasedGate.LEASE.toNanos() / LIMIT.periodNanos();
    }
}
