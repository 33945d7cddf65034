package io.sluice.property;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Draws cases from seeds that are the same in every run, and makes a failing one smaller before it is shown. {@code -Dsluice.seed=N} runs
 * that seed only; {@code -Dsluice.seeds=N} runs so many times as many.
 */
public final class Seeds {
    private static final int MOST_SHRINKS = 2_000;

    private Seeds() {}

    public static <C> void tryAll(
            int cases, Function<Random, C> draw, Function<C, List<C>> smaller, Consumer<C> property) {
        Long only = Long.getLong("sluice.seed");
        long first = only == null ? 1 : only;
        long last = only == null ? (long) cases * Integer.getInteger("sluice.seeds", 1) : only;
        for (long seed = first; seed <= last; seed++) {
            tryOne(seed, draw.apply(new Random(seed)), smaller, property);
        }
    }

    private static <C> void tryOne(long seed, C drawn, Function<C, List<C>> smaller, Consumer<C> property) {
        Throwable failure = failure(drawn, property);
        if (failure != null) {
            C least = shrink(drawn, smaller, property);
            throw new AssertionError(
                    "fails for seed " + seed + "; replay with -Dsluice.seed=" + seed + "\nsmallest case: " + least
                            + "\n" + failure(least, property),
                    failure);
        }
    }

    private static <C> C shrink(C failing, Function<C, List<C>> smaller, Consumer<C> property) {
        C least = failing;
        int tries = 0;
        boolean shrunk = true;
        while (shrunk && tries < MOST_SHRINKS) {
            shrunk = false;
            for (C candidate : smaller.apply(least)) {
                tries++;
                if (failure(candidate, property) != null) {
                    least = candidate;
                    shrunk = true;
                    break;
                }
            }
        }
        return least;
    }

    private static <C> Throwable failure(C drawn, Consumer<C> property) {
        try {
            property.accept(drawn);
            return null;
        } catch (AssertionError | RuntimeException e) {
            return e;
        }
    }
}
