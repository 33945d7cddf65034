package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a bounded table lets pass because it forgot: permits beyond the limits, as a part of all permits granted. */
class EvictionMemoryTest {
    private static final int MAX_KEYS = 400_000;
    private static final int LIMIT = 10;
    private static final double MOST = 0.0002;

    private final RateLimiter limiter = RateLimiter.builder()
            .limits(Limit.perHour(LIMIT))
            .maxKeys(MAX_KEYS)
            .clock(new ManualClock())
            .build();

    /** The hardest case: there is no key with less debt that could leave in place of another. */
    @Test
    void forgetsNextToNothingIfEveryKeyHasUsedItsOnlyPermit() {
        limiter.reconfigure(Limit.perHour(1));
        long granted = 0;
        for (int round = 0; round < 2; round++) {
            for (int key = 0; key < MAX_KEYS; key++) {
                granted += limiter.tryAcquire(Key.of(key)).granted();
            }
        }
        assertThat((double) (granted - MAX_KEYS) / MAX_KEYS).isBetween(0.0, MOST);
    }

    @Test
    void forgetsNextToNothingIfAllKeysAskForTwiceTheirLimit() {
        int[] asked = new int[MAX_KEYS];
        Arrays.fill(asked, 2 * LIMIT);
        long granted = 0;
        for (int round = 0; round < 2 * LIMIT; round++) {
            for (int key = 0; key < MAX_KEYS; key++) {
                granted += limiter.tryAcquire(Key.of(key)).granted();
            }
        }
        assertThat(share(granted, asked)).isLessThanOrEqualTo(MOST);
    }

    @Test
    void forgetsNextToNothingInTrafficOfManyRareAndFewFrequentKeys() {
        int[] asked = new int[2 * MAX_KEYS];
        SplittableRandom random = new SplittableRandom(1);
        long granted = 0;
        for (int i = 0; i < 10 * MAX_KEYS; i++) {
            int key = zipf(random, asked.length);
            asked[key]++;
            granted += limiter.tryAcquire(Key.of(key)).granted();
        }
        assertThat(share(granted, asked)).isLessThanOrEqualTo(MOST);
    }

    /** Key k as often as 1/(k+1), nearly: the logarithm of the rank is uniform. */
    private static int zipf(SplittableRandom random, int keys) {
        return (int) Math.exp(random.nextDouble() * Math.log(keys)) - 1;
    }

    private static double share(long granted, int[] asked) {
        long due = Arrays.stream(asked).mapToLong(n -> Math.min(n, LIMIT)).sum();
        assertThat(granted).isGreaterThanOrEqualTo(due);
        System.out.printf("%d granted, %d due: %.5f%% too many%n", granted, due, 100.0 * (granted - due) / due);
        return (double) (granted - due) / due;
    }
}
