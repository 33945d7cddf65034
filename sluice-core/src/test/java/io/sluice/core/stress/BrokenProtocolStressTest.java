package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A test of the test: the stress that the table withstands shows each way to get its protocol wrong. */
class BrokenProtocolStressTest {
    private static final int EPOCHS = 20_000;
    private static final EpochStress.Load LOAD = new EpochStress.Load(8, CrowdedSet.SLOTS + 2, EPOCHS);
    private static final int MOST_ROUNDS = 20;

    @Test
    void findsNothingWrongWithTheProtocolAsItIs() {
        EpochStress.Report report = stress(EnumSet.noneOf(SlotProtocol.Flaw.class));
        assertThat(report.granted()).isGreaterThan(EPOCHS);
        assertThat(report.tooMany()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void findsPermitsTooManyIfOne(SlotProtocol.Flaw flaw) {
        long tooMany = 0;
        for (int i = 0; i < MOST_ROUNDS && tooMany == 0; i++) {
            tooMany = stress(EnumSet.of(flaw)).tooMany();
        }
        assertThat(tooMany).isPositive();
    }

    private static EpochStress.Report stress(EnumSet<SlotProtocol.Flaw> flaws) {
        BareClock clock = new BareClock();
        return new EpochStress(clock, new SlotProtocol(clock, flaws), LOAD).run();
    }
}
