package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Batch;
import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads, one key or a few, a clock that stands still: exactly the capacity is granted, whatever the limit. */
class HotKeyStressTest {
    private static final int THREADS = 4;
    private static final int CAPACITY = 3_000;
    private static final int KEYS = 3;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3000/h",
                "1/h leaky-bucket 3000",
                "1/h leaky-queue 3000",
                "3000/h fixed-window",
                "3000/h fixed-window anchored",
                "3000/h sliding-window",
                "3000/h sub-windows 6",
                "3000/h sliding-log",
                "3000/h; 3500/h sliding-window; 4000/h sliding-log",
            })
    void grantsOneKeyItsCapacity(String limits) {
        Interleavings.untilContended(seen -> {
            RateLimiter limiter = limiter(limits);
            long granted = StartTogether.sum(THREADS, thread -> {
                long mine = 0;
                for (int i = 0; i < CAPACITY / 2; i++) {
                    mine += limiter.tryAcquire("all").granted();
                    seen.by(thread);
                }
                return mine;
            });
            assertThat(granted).isEqualTo(CAPACITY);
        });
    }

    @Test
    void grantsBatchesOfOneKeyItsCapacity() {
        Interleavings.untilContended(seen -> {
            RateLimiter limiter = limiter("3000/h");
            long granted = StartTogether.sum(THREADS, thread -> {
                Batch batch = limiter.batch(2);
                long mine = 0;
                for (int i = 0; i < CAPACITY / 2; i++) {
                    batch.clear();
                    batch.add("all", 1);
                    batch.add("all", 1);
                    batch.tryAcquire();
                    mine += batch.decision(0).granted() + batch.decision(1).granted();
                    seen.by(thread);
                }
                return mine;
            });
            assertThat(granted).isEqualTo(CAPACITY);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"3000/h", "3000/h fixed-window", "3000/h sliding-log", "3000/h; 4000/h"})
    void keepsAccountOfAFewKeysAndDifferentCosts(String limits) {
        Interleavings.untilContended(seen -> {
            RateLimiter limiter = limiter(limits);
            var granted = StartTogether.run(THREADS, thread -> {
                long[] mine = new long[KEYS];
                SplittableRandom random = new SplittableRandom(thread);
                for (int i = 0; i < CAPACITY; i++) {
                    int key = random.nextInt(KEYS);
                    mine[key] += limiter.tryAcquire(Key.of(key), 1 + random.nextInt(3))
                            .granted();
                    seen.by(thread);
                }
                return mine;
            });
            for (int key = 0; key < KEYS; key++) {
                int k = key;
                long used = granted.stream().mapToLong(mine -> mine[k]).sum();
                assertThat(limiter.peek(Key.of(k), 0).remaining()).isEqualTo(CAPACITY - used);
            }
        });
    }

    private static RateLimiter limiter(String limits) {
        Limit[] all = Arrays.stream(limits.split("; ")).map(Limit::parse).toArray(Limit[]::new);
        return RateLimiter.builder()
                .limits(all)
                .maxKeys(KEYS)
                .clock(new ManualClock())
                .build();
    }
}
