package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables are replaced by larger ones while they are in use. */
class GrowthStressTest {
    private static final int THREADS = 4;
    private static final int KEYS = 30_000;
    private static final int BURST = 2;
    private static final int ROUNDS = 10;
    private static final int DEBT = 1_000_000;

    @ParameterizedTest
    @ValueSource(strings = {"2/h", "2/h sliding-window", "2/h sliding-log", "2/h; 3/h"})
    void losesNoGrant(String limits) {
        Interleavings.untilContended(seen -> {
            RateLimiter limiter = limiter(limits);
            long small = limiter.usage().bytes();
            AtomicIntegerArray granted = new AtomicIntegerArray(KEYS);
            StartTogether.run(THREADS, thread -> {
                for (int i = 0; i < KEYS * BURST; i++) {
                    int key = i / BURST;
                    granted.addAndGet(key, (int) limiter.tryAcquire(Key.of(key)).granted());
                    seen.by(thread);
                }
                return thread;
            });
            assertThat(limiter.usage().bytes()).isGreaterThan(10 * small);
            assertThat(limiter.usage().liveEvictions()).isZero();
            for (int key = 0; key < KEYS; key++) {
                assertThat(granted.get(key)).isLessThanOrEqualTo(BURST);
                assertThat(limiter.tryAcquire(Key.of(key)).allowed()).isFalse();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"2/h", "2/h; 3/h"})
    void givesBackOnceWhatIsGivenBackMeanwhile(String limits) {
        for (int round = 0; round < ROUNDS; round++) {
            RateLimiter limiter = limiter(limits);
            Key owing = Key.of(-1);
            limiter.penalize(owing, DEBT);
            long refunded = StartTogether.sum(2, thread -> {
                if (thread == 0) {
                    fill(limiter);
                    return 0L;
                }
                return refundsUntilGrown(limiter, owing);
            });
            limiter.refund(owing, DEBT - refunded - 1);
            assertThat(limiter.peek(owing, 0).remaining()).isEqualTo(1);
        }
    }

    private static long refundsUntilGrown(RateLimiter limiter, Key owing) {
        long refunded = 0;
        while (limiter.peek(Key.of(KEYS - 1), BURST).allowed()) {
            limiter.refund(owing, 1);
            refunded++;
        }
        return refunded;
    }

    @Test
    void keepsWhoIsBlockedBlocked() {
        RateLimiter limiter = limiter("1000000/h");
        Key blocked = Key.of(-1);
        limiter.block(blocked, Duration.ofHours(1));
        long passed = StartTogether.sum(2, thread -> {
            long mine = 0;
            for (int i = 0; i < KEYS; i++) {
                if (thread == 0) {
                    limiter.block(Key.of(i), Duration.ofMinutes(1));
                } else {
                    mine += limiter.tryAcquire(blocked).granted();
                }
            }
            return mine;
        });
        assertThat(passed).isZero();
    }

    private static void fill(RateLimiter limiter) {
        for (int key = 0; key < KEYS; key++) {
            limiter.tryAcquire(Key.of(key));
        }
    }

    private static RateLimiter limiter(String limits) {
        Limit[] all = Arrays.stream(limits.split("; ")).map(Limit::parse).toArray(Limit[]::new);
        return RateLimiter.builder()
                .limits(all)
                .maxKeys(2L * KEYS)
                .clock(new ManualClock())
                .build();
    }
}
