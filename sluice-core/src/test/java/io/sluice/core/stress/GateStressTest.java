package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Gate;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateStressTest {
    private static final int THREADS = 4;
    private static final int CAPACITY = 20_000;

    @ParameterizedTest
    @ValueSource(strings = {"20000/h", "1/h leaky-bucket 20000", "1/h leaky-queue 20000"})
    void grantsExactlyItsCapacity(String limit) {
        Interleavings.untilContended(seen -> {
            Gate gate = Gate.of(Limit.parse(limit), new ManualClock());
            long granted = StartTogether.sum(THREADS, thread -> {
                long mine = 0;
                for (int i = 0; i < CAPACITY / 2; i++) {
                    mine += gate.tryAcquire().granted();
                    seen.by(thread);
                }
                return mine;
            });
            assertThat(granted).isEqualTo(CAPACITY);
        });
    }

    @Test
    void keepsAccountOfWhatIsTakenAndGivenBack() {
        Interleavings.untilContended(seen -> {
            Gate gate = Gate.of(Limit.perHour(CAPACITY), new ManualClock());
            long kept = StartTogether.sum(THREADS, thread -> {
                long mine = 0;
                for (int i = 0; i < CAPACITY; i++) {
                    mine += gate.tryAcquireUpTo(3).granted();
                    if (mine > 0) {
                        gate.refund(1);
                        mine--;
                    }
                    seen.by(thread);
                }
                return mine;
            });
            assertThat(gate.peek(0).remaining()).isEqualTo(CAPACITY - kept);
        });
    }
}
