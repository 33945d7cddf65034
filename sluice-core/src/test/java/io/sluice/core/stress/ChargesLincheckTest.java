package io.sluice.core.stress;

import io.sluice.core.Charges;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several keys in one decision: it may refuse without need, but never charges one key only, nor more than there is. */
@Tag("long") // the same on every JDK
class ChargesLincheckTest {
    private static final int CAPACITY = 2;

    /** Two keys, alone and together. */
    public static class Operations {
        private final RateLimiter limiter = RateLimiter.builder()
                .limits(Limit.perHour(CAPACITY))
                .maxKeys(1)
                .clock(new BareClock())
                .build();

        @Operation
        public long first(@Param(gen = IntGen.class, conf = "1:2") int permits) {
            return limiter.tryAcquire("first", permits).granted();
        }

        @Operation
        public long second(@Param(gen = IntGen.class, conf = "1:2") int permits) {
            return limiter.tryAcquire("second", permits).granted();
        }

        @Operation
        public long both(@Param(gen = IntGen.class, conf = "1:2") int permits) {
            Charges charges = Charges.of(limiter, "first", permits).and(limiter, "second", permits);
            return charges.tryAcquire().allowed() ? permits : 0;
        }
    }

    /** Accepts every refusal; a grant only where there is enough. */
    public record Used(long first, long second) implements SequentialSpec {
        public Used() {
            this(0, 0);
        }

        @Override
        public SequentialSpec after(String operation, List<Object> arguments, Object answer) {
            long granted = ((Number) answer).longValue();
            long ofFirst = first + (operation.equals("second") ? 0 : granted);
            long ofSecond = second + (operation.equals("first") ? 0 : granted);
            return Math.max(ofFirst, ofSecond) <= CAPACITY ? new Used(ofFirst, ofSecond) : null;
        }
    }

    @Test
    void neverGrantsTooManyByAnyInterleaving() {
        new ModelCheckingOptions()
                .iterations(3)
                .invocationsPerIteration(80)
                .threads(2)
                .actorsPerThread(2)
                .sequentialSpecification(Used.class)
                .verifier(NeverTooManyVerifier.class)
                .check(Operations.class);
    }

    @Test
    void neverGrantsTooManyUnderStress() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(500)
                .threads(3)
                .actorsPerThread(3)
                .sequentialSpecification(Used.class)
                .verifier(NeverTooManyVerifier.class)
                .check(Operations.class);
    }
}
