package io.sluice.property;

import java.util.Random;

/** Some time passes, then something is asked. */
public record Step(Pause pause, long nanos, Op op, long permits) {
    /** How long: as told, or by what the last decision said. */
    public enum Pause {
        NONE,
        SOME,
        RETRY_AFTER,
        JUST_TOO_EARLY,
        RESET_AFTER,
        JUST_BEFORE_RESET
    }

    /** What is asked. */
    public enum Op {
        ACQUIRE,
        UP_TO,
        PEEK,
        REFUND,
        PENALIZE,
        RESET,
        RESERVE,
        RESERVE_AND_CANCEL
    }

    private static final Op[] USUAL = {
        Op.ACQUIRE,
        Op.ACQUIRE,
        Op.ACQUIRE,
        Op.ACQUIRE,
        Op.ACQUIRE,
        Op.UP_TO,
        Op.PEEK,
        Op.REFUND,
        Op.PENALIZE,
        Op.RESERVE,
        Op.RESERVE_AND_CANCEL
    };

    /** Times as they matter to the limit, and permits up to one more than the capacity. */
    static Step draw(Random random, DrawnLimit limit, long capacity) {
        Op op = random.nextInt(40) == 0 ? Op.RESET : USUAL[random.nextInt(USUAL.length)];
        return new Step(pause(random), nanos(random, limit), op, permits(random, capacity));
    }

    private static Pause pause(Random random) {
        return random.nextInt(3) == 0 ? Pause.NONE : Pause.values()[random.nextInt(Pause.values().length)];
    }

    private static long nanos(Random random, DrawnLimit limit) {
        long interval = Math.max(1, limit.periodNanos() / limit.permits());
        return switch (random.nextInt(6)) {
            case 0 -> 1;
            case 1 -> limit.periodNanos();
            case 2 -> DrawnLimit.between(random, 1, 3 * limit.periodNanos());
            case 3 -> interval;
            default -> DrawnLimit.between(random, 1, 2 * interval);
        };
    }

    private static long permits(Random random, long capacity) {
        return switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> capacity;
            case 2 -> Math.min(Integer.MAX_VALUE, capacity + 1);
            case 3, 4 -> DrawnLimit.between(random, 1, capacity);
            default -> 1;
        };
    }

    Step with(Op other) {
        return new Step(pause, nanos, other, permits);
    }

    @Override
    public String toString() {
        String when = pause == Pause.SOME ? "+" + nanos + " ns" : pause.toString();
        return "\n  " + when + " " + op + " " + permits;
    }
}
