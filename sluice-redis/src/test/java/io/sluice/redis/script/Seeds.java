package io.sluice.redis.script;

import java.util.Random;

/** Random stories that can be told again: {@code -Dsluice.seed=N}. */
public final class Seeds {
    private static final String PROPERTY = "sluice.seed";

    private Seeds() {}

    public interface Story {
        void tell(Random random);
    }

    /** Neighbouring seeds would begin alike. */
    private static Random random(long seed) {
        return new Random(seed * 0x9E3779B97F4A7C15L);
    }

    /** Tells so many different stories, the same ones each time; or just the one asked for. */
    public static void tell(int stories, Story story) {
        String wanted = System.getProperty(PROPERTY);
        if (wanted != null) {
            story.tell(random(Long.parseLong(wanted)));
            return;
        }
        for (long seed = 0; seed < stories; seed++) {
            try {
                story.tell(random(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-D" + PROPERTY + "=" + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
