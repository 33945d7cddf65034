package io.sluice.core.stress;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where every key has its slot and the clock stands, limiters are linearizable to the letter: no refusal without need. */
@Tag("long") // the same on every JDK
class StrictLincheckTest {
    private static final int CAPACITY = 4;

    /** Answers what remains, or below 0 when refused. */
    public static class Words {
        private final RateLimiter limiter;

        public Words() {
            this(Limit.perHour(CAPACITY));
        }

        Words(Limit... limits) {
            limiter = RateLimiter.builder()
                    .limits(limits)
                    .maxKeys(1)
                    .clock(new BareClock())
                    .build();
        }

        @Operation
        public long tryAcquire(
                @Param(gen = IntGen.class, conf = "0:1") int key, @Param(gen = IntGen.class, conf = "1:3") int n) {
            var decision = limiter.tryAcquire(Key.of(key), n);
            return decision.allowed() ? decision.remaining() : ~decision.remaining();
        }

        @Operation
        public long refund(@Param(gen = IntGen.class, conf = "0:1") int key) {
            return limiter.refund(Key.of(key), 1).remaining();
        }

        @Operation
        public long peek(@Param(gen = IntGen.class, conf = "0:1") int key) {
            return limiter.peek(Key.of(key), 0).remaining();
        }

        @Operation
        public long reset(@Param(gen = IntGen.class, conf = "0:1") int key) {
            return limiter.reset(Key.of(key)).remaining();
        }
    }

    /** Two limits and a log: several words, charged together. */
    public static class Cells extends Words {
        public Cells() {
            super(Limit.perHour(CAPACITY), Limit.perHour(CAPACITY + 1).slidingLog());
        }
    }

    /** What they do, one after the other. */
    public static class Plain {
        private final Map<Integer, Integer> used = new HashMap<>();

        public long tryAcquire(int key, int n) {
            boolean allowed = left(key) >= n;
            used.merge(key, allowed ? n : 0, Integer::sum);
            return allowed ? left(key) : ~left(key);
        }

        public long refund(int key) {
            used.merge(key, 0, (old, none) -> Math.max(0, old - 1));
            return left(key);
        }

        public long peek(int key) {
            return left(key);
        }

        public long reset(int key) {
            used.remove(key);
            return left(key);
        }

        private int left(int key) {
            return CAPACITY - used.getOrDefault(key, 0);
        }
    }

    @Test
    void wordsAreLinearizable() {
        check(Words.class);
    }

    @Test
    void cellsAreLinearizable() {
        check(Cells.class);
    }

    private static void check(Class<?> tested) {
        new ModelCheckingOptions()
                .iterations(3)
                .invocationsPerIteration(120)
                .threads(2)
                .actorsPerThread(3)
                .sequentialSpecification(Plain.class)
                .check(tested);
        new StressOptions()
                .iterations(5)
                .invocationsPerIteration(500)
                .threads(3)
                .actorsPerThread(3)
                .sequentialSpecification(Plain.class)
                .check(tested);
    }
}
