package io.sluice.benchmarks.soak;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What happens when: a step for every change of the rules, Redis gone for one step after a third of them and again after two thirds. */
final class Schedule {
    private static final int FEWEST = 9;

    private final long start = System.nanoTime();
    private final long stepNanos;
    private final int steps;

    /** Short runs change the rules more often, so that everything has its turn. */
    Schedule(Duration length, Duration change) {
        steps = (int) Math.max(FEWEST, length.toNanos() / change.toNanos());
        stepNanos = length.toNanos() / steps;
    }

    int steps() {
        return steps;
    }

    /** When everything is warm: after the first minute, or a quarter of the whole. */
    int early() {
        return Math.max(1, Math.min(steps / 4, (int) (TimeUnit.MINUTES.toNanos(1) / stepNanos)));
    }

    boolean dies(int step) {
        return step == steps / 3 || step == 2 * steps / 3;
    }

    boolean returns(int step) {
        return dies(step - 1);
    }

    void await(int step) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(start + step * stepNanos - System.nanoTime());
    }
}
