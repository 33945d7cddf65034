package io.sluice.http;

import java.util.Random;
import java.util.function.Consumer;

/** Draws cases from seeds that are the same in every run. {@code -Dsluice.seed=N} runs that seed only. */
public final class Draws {
    private Draws() {}

    public static void tryAll(int cases, Consumer<Random> property) {
        Long only = Long.getLong("sluice.seed");
        long last = only == null ? cases : only;
        for (long seed = only == null ? 1 : only; seed <= last; seed++) {
            try {
                property.accept(new Random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("fails for seed " + seed + "; replay with -Dsluice.seed=" + seed, e);
            }
        }
    }

    /** Text made of these pieces. */
    public static String text(Random random, int mostPieces, String... pieces) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(mostPieces + 1); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }
}
