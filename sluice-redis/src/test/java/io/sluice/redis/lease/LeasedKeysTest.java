package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which limits and keys have leases. */
class LeasedKeysTest extends LeasedScene {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1000/s burst 15",
                "1000/s burst 399",
                "0/s burst 1000",
                "1000/s leaky-bucket 1000",
                "1000/s leaky-queue 1000",
                "1000/s fixed-window",
                "1000/min sliding-log"
            })
    void asksEveryTimeWhereLeasesMakeNoSense(String limit) {
        AsyncRateLimiter strict = store.limiter("strict", Limit.parse(limit));
        for (int i = 0; i < 10; i++) {
            now(strict.tryAcquire("ann"));
        }
        assertThat(remote.questions).hasSize(10);
        assertThat(remote.questions.get(0).charges().get(0).limits().limits()).containsExactly(Limit.parse(limit));
        assertThat(store.leasedKeys()).isZero();
    }

    @Test
    void leasesUpToAQuarterOfTheBurst() {
        assertThat(drain(store.limiter("quarter", Limit.parse("1000/s burst 400"))))
                .isEqualTo(300);
    }

    @Test
    void keepsABoundedNumberOfKeysAndDropsIdleOnes() {
        LeasedStore small = new LeasedStore(remote, () -> 1, LeasedStore.VALID, 10);
        AsyncRateLimiter many = small.limiter("many", LIMIT);
        for (int i = 0; i < 1_000; i++) {
            assertThat(now(many.tryAcquire("key" + i)).allowed()).isTrue();
        }
        assertThat(small.leasedKeys()).isEqualTo(10);
        clock.advance(LeasedStore.VALID);
        now(many.tryAcquire("newcomer"));
        assertThat(small.leasedKeys()).isEqualTo(1);
    }

    @Test
    void keepsNoLeasesOfANameThatIsForgotten() {
        now(store.limiter("one", LIMIT).tryAcquire("ann"));
        now(store.limiter("other", LIMIT).tryAcquire("ann"));
        store.forget("one");
        assertThat(store.leasedKeys()).isEqualTo(1);
        assertThat(remote.forgotten).containsExactly("one");
    }
}
