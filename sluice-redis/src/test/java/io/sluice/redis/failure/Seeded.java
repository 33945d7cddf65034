package io.sluice.redis.failure;

import java.util.Random;
import java.util.function.Consumer;

/** Runs a property for seeds that are the same in every run; {@code -Dsluice.seed=N} runs that one only. */
final class Seeded {
    private Seeded() {}

    static void run(int cases, Consumer<Random> property) {
        Long only = Long.getLong("sluice.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? cases : only;
        for (long seed = first; seed <= last; seed++) {
            try {
                property.accept(new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("fails for seed " + seed + "; replay with -Dsluice.seed=" + seed, e);
            }
        }
    }
}
