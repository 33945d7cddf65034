package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GrowthTest {
    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void keepsEveryCounterWhileTheTableGrows(Limit.Kind kind) {
        RateLimiter limiter = RateLimiter.builder()
                .clock(clock)
                .limits(BatchTest.limit(kind))
                .maxKeys(100_000)
                .build();
        long small = limiter.usage().bytes();
        for (int i = 0; i < 20_000; i++) {
            limiter.tryAcquire("key " + i, 1 + i % 7);
        }
        for (int i = 0; i < 20_000; i++) {
            Decision seen = limiter.peek("key " + i, 0);
            assertThat(seen.limit() - seen.remaining()).isEqualTo(1 + i % 7);
        }
        assertThat(limiter.usage().keys()).isEqualTo(20_000);
        assertThat(limiter.usage().liveEvictions()).isZero();
        assertThat(limiter.usage().bytes()).isGreaterThan(small);
    }

    @Test
    void holdsNoMoreThanItMayAndSaysWhatItForgot() {
        RateLimiter limiter = RateLimiter.builder()
                .clock(clock)
                .limits(Limit.parse("5/h"))
                .maxKeys(100)
                .build();
        for (int i = 0; i < 10_000; i++) {
            limiter.tryAcquire("key " + i, 2);
        }
        RateLimiter.Usage usage = limiter.usage();
        assertThat(usage.maxKeys()).isEqualTo(100);
        assertThat(usage.keys()).isBetween(100L, 160L);
        assertThat(usage.liveEvictions()).isEqualTo(10_000 - usage.keys());
        assertThat(usage.debtLost()).isEqualTo(2 * usage.liveEvictions());
    }

    @Test
    void keysWithLessDebtCannotWashOutALimitedOne() {
        RateLimiter limiter = RateLimiter.builder()
                .clock(clock)
                .limits(Limit.parse("5/h"))
                .maxKeys(100)
                .build();
        limiter.tryAcquire("attacker", 5);
        for (int i = 0; i < 50_000; i++) {
            limiter.tryAcquire("key " + i);
        }
        assertThat(limiter.tryAcquire("attacker").allowed()).isFalse();
    }

    @Test
    void aKeyThatHasEarnedEverythingBackCostsNothing() {
        RateLimiter limiter = RateLimiter.builder()
                .clock(clock)
                .limits(Limit.parse("5/s"))
                .maxKeys(100)
                .build();
        for (int i = 0; i < 1_000; i++) {
            limiter.tryAcquire("key " + i);
            clock.advance(Duration.ofMillis(200));
        }
        assertThat(limiter.usage().liveEvictions()).isZero();
        assertThat(limiter.usage().keys()).isZero();
    }

    @Test
    void rejectsAnImpossibleNumberOfKeys() {
        assertThatThrownBy(() -> RateLimiter.builder().maxKeys(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RateLimiter.builder().maxKeys(500_000_001))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RateLimiter.builder().build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one limit");
    }
}
