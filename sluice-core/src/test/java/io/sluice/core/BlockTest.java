package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BlockTest {
    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
    private final RateLimiter limiter = Limiters.of(clock, "5/s burst 5");

    @Test
    void refusesABlockedKeyUntilTheBanEnds() {
        Decision after = limiter.block("k", Duration.ofMinutes(15));
        assertThat(after.allowed()).isTrue();
        assertThat(after.remaining()).isZero();
        assertThat(after.resetAfter()).isEqualTo(Duration.ofMinutes(15));
        Decision refused = limiter.tryAcquire("k");
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.blocked()).isTrue();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofMinutes(15));
        clock.advance(Duration.ofMinutes(15).minusNanos(1));
        assertThat(limiter.tryAcquire("k").retryAfterNanos()).isEqualTo(1);
        clock.advanceNanos(1);
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
    }

    @Test
    void refusesEveryVerbThatTakes() {
        limiter.block(Key.of("k"), Duration.ofSeconds(1));
        assertThat(limiter.tryAcquireUpTo("k", 1).blocked()).isTrue();
        assertThat(limiter.reserve("k", 1).decision().blocked()).isTrue();
        assertThat(limiter.peek("k", 1).blocked()).isTrue();
        assertThat(limiter.acquireAsync("k", 1, Duration.ofHours(1)).join().blocked())
                .isTrue();
        Batch batch = limiter.batch(2);
        batch.add("k", 1);
        batch.add("free", 1);
        batch.tryAcquire();
        assertThat(batch.decision(0).blocked()).isTrue();
        assertThat(batch.decision(1).allowed()).isTrue();
    }

    @Test
    void allowsZeroPermitsAlways() {
        limiter.block("k");
        assertThat(limiter.tryAcquire("k", 0).allowed()).isTrue();
        assertThat(limiter.peek("k", 0).allowed()).isTrue();
        RateLimiter other = Limiters.of(clock, "1/s");
        assertThat(Charges.of(limiter, "k", 0).and(other, "o", 1).tryAcquire().allowed())
                .isTrue();
    }

    @Test
    void blocksForGoodUntilUnblocked() {
        limiter.block("k");
        clock.advance(Duration.ofDays(3650));
        assertThat(limiter.tryAcquire("k").never()).isTrue();
        limiter.unblock("k");
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
    }

    @Test
    void keepsWhatWasUsedThroughABan() {
        limiter.tryAcquire("k", 5);
        limiter.block("k", Duration.ofMillis(100));
        Decision after = limiter.unblock("k");
        assertThat(after.remaining()).isZero();
        assertThat(limiter.tryAcquire("k").blocked()).isFalse();
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void resetEndsABanAndForgetsWhatWasUsed() {
        limiter.tryAcquire("k", 5);
        limiter.block("k");
        assertThat(limiter.reset("k").remaining()).isEqualTo(5);
        assertThat(limiter.tryAcquire("k", 5).allowed()).isTrue();
    }

    @Test
    void aLaterBanReplacesAnEarlierOne() {
        limiter.block("k", Duration.ofHours(1));
        limiter.block("k", Duration.ofSeconds(1));
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofSeconds(1));
        limiter.block("k", Duration.ZERO);
        assertThat(limiter.tryAcquire("k").allowed()).isTrue();
    }

    @Test
    void blocksManyKeys() {
        for (int i = 0; i < 20_000; i++) {
            limiter.block("k" + i, Duration.ofHours(1));
        }
        for (int i = 0; i < 20_000; i++) {
            assertThat(limiter.tryAcquire("k" + i).blocked()).isTrue();
        }
        assertThat(limiter.tryAcquire("free").allowed()).isTrue();
    }

    @Test
    void rejectsADurationBelowZero() {
        assertThatThrownBy(() -> limiter.block("k", Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Charges.of(limiter, "k", 1).block(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesTheLongestDurationForEver() {
        limiter.block("k", Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(limiter.tryAcquire("k").never()).isTrue();
        Charges.of(limiter, "c", 1).block(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(limiter.tryAcquire("c").never()).isTrue();
    }
}
