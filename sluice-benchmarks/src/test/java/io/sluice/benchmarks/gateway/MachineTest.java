package io.sluice.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MachineTest {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final Machine BEFORE = new Machine(1_000, 500, 0);

    /** Two seconds later; a second of a processor has a hundred ticks. */
    private static Machine later(long busyTicks, long ownTicks) {
        return new Machine(1_000 + busyTicks, 500 + ownTicks, 2_000_000_000);
    }

    @Test
    void tellsWhatNobodyUsed() {
        assertThat(later(150L * PROCESSORS, 0).idleSince(BEFORE)).isCloseTo(0.25, within(1e-9));
        assertThat(later(0, 0).idleSince(BEFORE)).isEqualTo(1);
        assertThat(later(201L * PROCESSORS, 0).idleSince(BEFORE)).isZero();
    }

    @Test
    void tellsWhatWhoeverSendsTheRequestsUsed() {
        assertThat(later(190, 80).ownMicrosSince(BEFORE)).isEqualTo(800_000);
    }

    @Test
    void tellsWhatOthersUsed() {
        assertThat(later(200, 80).othersSince(BEFORE, 1_000_000)).isCloseTo(0.1 / PROCESSORS, within(1e-9));
        assertThat(later(150, 80).othersSince(BEFORE, 1_000_000)).isZero();
    }

    @Test
    void readsWhatTheKernelCounts() throws IOException {
        Machine now = Machine.now();
        assertThat(now.busyTicks()).isGreaterThan(now.ownTicks()).isPositive();
        assertThat(now.ownTicks()).isPositive();
    }
}
