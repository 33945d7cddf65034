package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Everything that is not decided from a lease counts with it. */
class LeasedVerbsTest extends LeasedScene {
    @Test
    void aBanEndsTheLeaseAndUnblockTheBan() {
        makeBusy();
        now(limiter.block("ann", Duration.ofSeconds(30)));
        Decision blocked = acquire(1);
        assertThat(blocked.blocked()).isTrue();
        assertThat(blocked.retryAfter()).isEqualTo(Duration.ofSeconds(30));
        now(limiter.unblock("ann"));
        assertThat(acquire(1).allowed()).isTrue();
    }

    @Test
    void resetAndRefundAreSeenAtOnce() {
        drain(limiter);
        now(limiter.refund("ann", 3));
        assertThat(drain(limiter)).isEqualTo(3);
        now(limiter.reset("ann"));
        assertThat(drain(limiter)).isEqualTo(WHOLE);
    }

    @Test
    void severalKeysAndLeasesCountTogether() {
        AsyncRateLimiter other = store.limiter("other", Limit.perHour(7));
        Decision both =
                now(AsyncCharges.of(limiter, "ann", 600).and(other, "x", 1).tryAcquire());
        assertThat(both.allowed()).isTrue();
        assertThat(drain(limiter)).isEqualTo(WHOLE - 600);
        assertThat(now(AsyncCharges.of(limiter, "ann", 1).and(other, "x", 1).tryAcquire())
                        .binding())
                .isEqualTo(LIMIT);
    }

    @Test
    void aReservationAndItsCancelAreCountedToo() {
        var reservation =
                limiter.reserve("ann", 900, Duration.ZERO).toCompletableFuture().join();
        assertThat(reservation.allowed()).isTrue();
        assertThat(acquire(1).allowed()).isFalse();
        assertThat(reservation.cancel().toCompletableFuture().join()).isTrue();
        assertThat(drain(limiter)).isEqualTo(WHOLE);
    }

    @Test
    void changedLimitsKeepWhatWasUsed() {
        drain(limiter);
        limiter.reconfigure(Limit.parse("1000/s burst 2000"));
        assertThat(drain(limiter)).isEqualTo(1_000);
        limiter.reconfigure(Limit.parse("1000/s burst 10"));
        assertThat(acquire(1).allowed()).isFalse();
    }
}
