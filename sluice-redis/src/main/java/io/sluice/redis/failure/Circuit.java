package io.sluice.redis.failure;

import io.sluice.redis.failure.Health.Phase;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a {@link Breaker} knows, as a value: each method answers what is known next, and changes nothing.
 *
 * <p>It opens with a bad {@link Window}: half of the answers failed. Failures in a row alone would not find a store that is too slow
 * for every other caller. After a pause one question is let through; if that succeeds it closes, otherwise there is another pause,
 * twice as long. How long the last one was is forgotten only when all was well for a while: a store that comes and goes is asked less and
 * less.
 *
 * @param pass of those who were let through in this phase; what others report later says nothing about it
 * @param sinceNanos when this phase began
 * @param openings how often it opened, one soon after the other
 * @param nextTryNanos unless closed: from when on one question is let through
 */
record Circuit(Phase phase, Pass pass, long sinceNanos, int openings, long nextTryNanos, Window window) {
    static final long FIRST_PAUSE_NANOS = 100_000_000;
    static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;
    static final long WELL_NANOS = 10_000_000_000L;

    /** Doubling the first pause as often as this is more than the longest. */
    private static final int MOST_DOUBLINGS = 6;

    /** Who is let through shows it again when reporting what became of the question. */
    static final class Pass {
        /** Of the questions asked with this pass. */
        final LongAdder successes = new LongAdder();
    }

    static Circuit closed(long now) {
        return closed(now, 0);
    }

    private static Circuit closed(long now, int openings) {
        return new Circuit(Phase.CLOSED, new Pass(), now, openings, 0, Window.NONE);
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    boolean mayTry(long now) {
        return now >= nextTryNanos;
    }

    /** One question is under way; if nobody ever reports what became of it, there is another try after the longest pause. */
    Circuit trying(long now) {
        return new Circuit(Phase.HALF_OPEN, new Pass(), now, openings, now + LONGEST_PAUSE_NANOS, Window.NONE);
    }

    /** The try was answered. */
    Circuit closedAgain(long now) {
        return closed(now, openings);
    }

    /**
     * One question failed.
     *
     * @param successes of the pass, until now
     * @param random from 0 to 1; spreads the tries of many instances
     */
    Circuit failed(long now, long successes, double random) {
        Window next = window.failed(now, successes);
        boolean opens = !isClosed() || next.isBad(now, successes);
        return opens ? opened(now, random) : new Circuit(phase, pass, sinceNanos, openings, nextTryNanos, next);
    }

    private Circuit opened(long now, double random) {
        boolean wasWell = isClosed() && now - sinceNanos >= WELL_NANOS;
        int before = wasWell ? 0 : openings;
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(before, MOST_DOUBLINGS));
        long nextTry = now + (long) (pause * (1 + random) / 2);
        return new Circuit(Phase.OPEN, new Pass(), now, before + 1, nextTry, Window.NONE);
    }
}
