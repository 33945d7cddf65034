package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is known to be refused is not asked about again too soon. */
class LeasedRefusalsTest extends LeasedScene {
    @Test
    void aRefusalIsRememberedUntilItsRetryAfter() {
        drain(limiter);
        Decision refused = acquire(1);
        int asked = remote.questions.size();
        clock.advanceNanos(refused.retryAfterNanos() - 1);
        assertThat(acquire(1).retryAfterNanos()).isEqualTo(1);
        assertThat(remote.questions).hasSize(asked);
        clock.advanceNanos(1);
        assertThat(acquire(1).allowed()).isTrue();
    }

    @Test
    void aRefusalSaysHowLongSeveralPermitsTake() {
        drain(limiter);
        clock.advanceNanos(500_000);
        Decision refused = acquire(3);
        assertThat(refused.retryAfterNanos()).isBetween(2_500_000L, 2_500_001L);
        assertThat(acquire(WHOLE + 1).never()).isTrue();
        clock.advanceNanos(refused.retryAfterNanos());
        assertThat(acquire(3).allowed()).isTrue();
    }

    @Test
    void refusedForManyIsNotRefusedForOne() {
        drain(limiter);
        clock.advance(Duration.ofMillis(3));
        assertThat(acquire(5).allowed()).isFalse();
        assertThat(acquire(1).allowed()).isTrue();
        assertThat(acquire(2).allowed()).isTrue();
    }

    @Test
    void aPenaltyMovesARefusal() {
        drain(limiter);
        Decision before = acquire(1);
        now(limiter.penalize("ann", 5));
        Decision after = acquire(1);
        assertThat(after.retryAfterNanos()).isGreaterThan(before.retryAfterNanos());
        assertThat(after.retryAfterNanos())
                .isEqualTo(now(limiter.peek("ann", 1)).retryAfterNanos());
        clock.advanceNanos(after.retryAfterNanos());
        assertThat(acquire(1).allowed()).isTrue();
    }

    @Test
    void aResetElsewhereIsSeenAfterASecond() {
        Limit slow = Limit.parse("20/h burst 100");
        AsyncRateLimiter here = store.limiter("slow", slow);
        AsyncRateLimiter elsewhere = new LeasedStore(remote, () -> 1).limiter("slow", slow);
        drain(here);
        now(elsewhere.reset("ann"));
        assertThat(now(here.tryAcquire("ann")).allowed()).isFalse();
        clock.advanceNanos(Refusal.MOST_NANOS);
        assertThat(now(here.tryAcquire("ann")).allowed()).isTrue();
    }
}
