package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Which of several limits is reported does not depend on the verb that looked: taking and looking afterwards name the same one. */
class BindingPropertyTest {
    private static final int STORIES = 500;
    private static final int STEPS = 40;
    private static final String[] LIMITS = {
        "10/s burst 10", "20/s burst 20", "7/s burst 5", "3/s leaky-bucket 30", "1/s leaky-queue 10", "100/min burst 60"
    };

    @Test
    void lookingNamesTheLimitThatTakingNamed() {
        Long only = Long.getLong("sluice.seed");
        for (long seed = only == null ? 1 : only; seed <= (only == null ? STORIES : only); seed++) {
            play(seed);
        }
    }

    private static void play(long seed) {
        Random random = new Random(seed);
        ManualClock clock = new ManualClock();
        RateLimiter limiter = RateLimiter.builder()
                .limits(drawn(random), drawn(random), drawn(random))
                .clock(clock)
                .build();
        for (int i = 0; i < STEPS; i++) {
            clock.advanceNanos(random.nextInt(400_000_000));
            Decision taken = limiter.tryAcquire("k", 1 + random.nextInt(3));
            if (taken.allowed()) {
                assertThat(limiter.peek("k", 0).binding())
                        .as("seed %d (replay with -Dsluice.seed=%d), step %d", seed, seed, i)
                        .isEqualTo(taken.binding());
            }
        }
    }

    private static Limit drawn(Random random) {
        return Limit.parse(LIMITS[random.nextInt(LIMITS.length)]);
    }

    @Test
    void ofEqualSharesTheFirstIsNamed() {
        Limit one = Limit.parse("10/s burst 10");
        Limit other = Limit.parse("10/s leaky-bucket 10");
        RateLimiter limiter = RateLimiter.builder()
                .limits(one, other)
                .clock(new ManualClock())
                .build();
        for (int i = 0; i < 3; i++) {
            assertThat(limiter.tryAcquire("k").binding()).isEqualTo(one);
            assertThat(limiter.peek("k", 0).binding()).isEqualTo(one);
        }
    }
}
