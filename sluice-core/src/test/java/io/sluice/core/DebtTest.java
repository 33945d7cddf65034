package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DebtTest {
    private final RateLimiter limiter = RateLimiter.builder()
            .limits(Limit.perSecond(1_000_000_000).burst(2_000_000_000), Limit.perMinute(2_000_000_000))
            .clock(new ManualClock())
            .build();

    @Test
    void debtHoweverLargeIsNoBan() {
        limiter.penalize("ann", Limit.MOST_PERMITS);
        limiter.penalize("ann", Limit.MOST_PERMITS);
        Decision refused = limiter.tryAcquire("ann");
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.blocked()).isFalse();
        assertThat(refused.remaining()).isZero();
    }
}
