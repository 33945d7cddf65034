package io.sluice.core.stress;

import static io.sluice.core.stress.Scenarios.call;
import static io.sluice.core.stress.TokenBuckets.INTERVAL;

import io.sluice.core.Limit;
import org.junit.jupiter.api.Test;

/**
 * A thread reads the clock and sleeps; meanwhile its key uses its burst, earns it back and loses its slot. What the thread
 * then makes must not start at the time it read.
 */
class StaleClockLincheckTest {
    /** Two slots are to be had: the first key's, and one that will be as good as new just later. The others are in debt for long. */
    public static class Words extends BucketOperations {
        public Words() {
            fill();
        }

        Words(Limit... others) {
            super(others);
            fill();
        }

        private void fill() {
            limiter.tryAcquire(KEYS.get(0));
            clock.advanceNanos(INTERVAL);
            limiter.penalize(KEYS.get(3), 3);
            KEYS.stream().skip(4).forEach(key -> limiter.penalize(key, 1_000));
        }
    }

    /** The same with cells of several words. */
    public static class Cells extends Words {
        public Cells() {
            super(BucketOperations.WIDE);
        }
    }

    @Test
    void grantsNothingForTheTimeItSlept() {
        check(Words.class);
        check(Cells.class);
    }

    private static void check(Class<?> tested) {
        BucketOperations.everyInterleaving()
                .iterations(0)
                .addCustomScenario(Scenarios.of(tested)
                        .thread(call("tryAcquire", 0, 2))
                        .thread(
                                call("advance", 1),
                                call("tryAcquire", 0, 2),
                                call("advance", 2),
                                call("tryAcquire", 1, 1))
                        .then(call("tryAcquire", 0, 2)))
                .check(tested);
    }
}
