package io.sluice.core.stress;

import static io.sluice.core.stress.Scenarios.call;
import static io.sluice.core.stress.TokenBuckets.BURST;
import static io.sluice.core.stress.TokenBuckets.INTERVAL;

import io.sluice.core.Limit;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Keys take over each other's slots while they are used: the set is full of cells that are as good as new, the first key's
 * the oldest of them and so the first to go.
 */
@Tag("long") // the same on every JDK
class TakeoverLincheckTest {
    /** One limit: cells of one word. */
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
            clock.advanceNanos(1);
            KEYS.stream().skip(3).forEach(limiter::tryAcquire);
            clock.advanceNanos(BURST * INTERVAL);
        }
    }

    /** Several limits: cells of several words. */
    public static class Cells extends Words {
        public Cells() {
            super(BucketOperations.WIDE);
        }
    }

    @Test
    void neverGrantsTooManyByAnyInterleavingOfWords() {
        everyInterleavingOf(Words.class);
    }

    @Test
    void neverGrantsTooManyByAnyInterleavingOfCells() {
        everyInterleavingOf(Cells.class);
    }

    @Test
    void neverGrantsTooManyUnderStress() {
        BucketOperations.stress().check(Words.class);
        BucketOperations.stress().check(Cells.class);
    }

    private static void everyInterleavingOf(Class<?> tested) {
        BucketOperations.everyInterleaving()
                .addCustomScenario(servedWhileBeingWeighed(tested))
                .addCustomScenario(givesBackWhileTakenOver(tested))
                .check(tested);
    }

    private static ExecutionScenario servedWhileBeingWeighed(Class<?> tested) {
        return Scenarios.of(tested)
                .thread(call("tryAcquire", 2, 1))
                .thread(call("tryAcquire", 0, 2))
                .then(call("tryAcquire", 0, 1));
    }

    private static ExecutionScenario givesBackWhileTakenOver(Class<?> tested) {
        return Scenarios.of(tested)
                .thread(call("tryAcquire", 1, 2), call("tryAcquire", 1, 1))
                .thread(call("tryAcquire", 0, 2), call("refund", 0, 1), call("reset", 0))
                .then(call("tryAcquire", 1, 1), call("tryAcquire", 0, 2), call("tryAcquire", 0, 1));
    }
}
