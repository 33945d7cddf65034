package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.LongAdder;

/** Counts how often threads really took turns: without that a stress test shows nothing. */
public final class Interleavings {
    /** As many turns as make a run worth judging. */
    private static final long ENOUGH = 1_000;

    /** Usually a few are enough; on a busy machine threads seldom run side by side. */
    private static final int MOST_ROUNDS = 5_000;

    private final LongAdder turns = new LongAdder();
    private volatile int last = -1;

    /** To be called by each thread after each step. */
    public void by(int thread) {
        if (last != thread) {
            last = thread;
            turns.increment();
        }
    }

    public long count() {
        return turns.sum();
    }

    /** Repeats a round, which checks what it must, until the threads have taken turns often enough. */
    public static void untilContended(Round round) {
        Interleavings all = new Interleavings();
        for (int i = 0; i < MOST_ROUNDS && all.count() < ENOUGH; i++) {
            round.run(all);
        }
        assertThat(all.count()).as("turns the threads took").isGreaterThanOrEqualTo(ENOUGH);
    }

    /** One run of all threads. */
    @FunctionalInterface
    public interface Round {
        void run(Interleavings seen);
    }
}
