package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BanTest {
    private static final long GUARD = -7;

    private final Ban ban = new Ban();
    private final long[] cell = {GUARD, 0, GUARD};

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000, -1_000, Long.MAX_VALUE - 10, Long.MIN_VALUE + 10})
    void lastsAsLongAsToldFromAnyInstant(long now) {
        ban.renew(cell, 1, now);
        assertThat(ban.wait(cell, 1, now, 1)).isZero();
        assertThat(ban.used(cell, 1, now)).isZero();
        assertThat(ban.resetAfter(cell, 1, now)).isZero();
        ban.charge(cell, 1, now, now, 100);
        assertThat(ban.wait(cell, 1, now, 1)).isEqualTo(100);
        assertThat(ban.resetAfter(cell, 1, now + 99)).isEqualTo(1);
        assertThat(ban.used(cell, 1, now + 99)).isEqualTo(1);
        assertThat(ban.used(cell, 1, now + 100)).isZero();
        assertThat(ban.wait(cell, 1, now + 100, 1)).isZero();
        assertThat(ban.wait(cell, 1, now + 5_000, 1)).isZero();
        assertThat(cell).startsWith(GUARD).endsWith(GUARD);
    }

    @Test
    void refusesWhateverIsAskedAndHasNothingRemaining() {
        long word = Ban.until(50, 100);
        assertThat(word).isEqualTo(150);
        assertThat(ban.wait(word, 60, 0)).isEqualTo(90);
        assertThat(ban.wait(word, 60, Long.MAX_VALUE)).isEqualTo(90);
        assertThat(ban.remainingOf(ban.ahead(word, 60))).isZero();
        assertThat(ban.remainingOf(0)).isZero();
        assertThat(ban.capacity()).isZero();
        assertThat(ban.words()).isEqualTo(1);
    }

    @Test
    void isWithoutEndFromHalfOfForeverOn() {
        long most = 1L << 60;
        assertThat(ban.waitOf(most, 0, 1)).isEqualTo(most);
        assertThat(ban.waitOf(most + 1, 0, 1)).isEqualTo(Algorithm.NEVER);
        assertThat(ban.resetAfterOf(most, 0)).isEqualTo(most);
        assertThat(ban.resetAfterOf(most + 1, 0)).isEqualTo(Algorithm.NEVER);
    }

    @Test
    void addsNoMoreThanForeverToNow() {
        assertThat(Ban.until(5, Long.MAX_VALUE)).isEqualTo((1L << 61) + 5);
        assertThat(Ban.until(5, 1L << 61)).isEqualTo((1L << 61) + 5);
        assertThat(Ban.until(5, (1L << 61) - 1)).isEqualTo((1L << 61) + 4);
        assertThat(ban.wait(Ban.until(5, Long.MAX_VALUE), 5, 1)).isEqualTo(Algorithm.NEVER);
    }

    @Test
    void startsAtTheInstantItIsChargedFor() {
        assertThat(ban.charge(3, 10, 20, 100)).isEqualTo(120);
    }

    @Test
    void endsAtOnceWhenRefundedOrCancelled() {
        assertThat(ban.refund(500, 42, 1)).isEqualTo(42);
        assertThat(ban.cancel(500, 42, 7, 1)).isEqualTo(42);
        assertThat(ban.fresh(42)).isEqualTo(42);
    }

    @Test
    void keepsWhatIsLeftWhenCarriedToAnotherScaleOfTime() {
        long[] old = {GUARD, GUARD, 150};
        ban.carry(new Ban(), old, 2, 60, cell, 1, -1_000);
        assertThat(cell).containsExactly(GUARD, -910, GUARD);
        assertThat(ban.wait(cell, 1, -1_000, 1)).isEqualTo(90);
    }

    @Test
    void isMeasuredOnTheMonotonicClock() {
        assertThat(ban.aligned()).isFalse();
    }
}
