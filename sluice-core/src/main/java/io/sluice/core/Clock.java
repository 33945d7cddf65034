package io.sluice.core;

/**
 * Time, as limiters see it. It never runs backwards; implementations see to that.
 *
 * <p>{@link ManualClock} is for tests: give it to the builder and nobody has to sleep.
 */
public interface Clock {
    /** The machine's clock. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    /** Nanoseconds since the epoch when the clock was started, and from then on by monotonic time. */
    long nanos();

    /** Nanoseconds since the epoch by the wall clock: what aligned windows follow. */
    default long wallNanos() {
        return nanos();
    }

    /** Runs the task once, when that much time has passed. */
    Alarm schedule(long delayNanos, Runnable task);

    /** A task that has been scheduled. */
    @FunctionalInterface
    interface Alarm {
        /** Does nothing if it has run. */
        void cancel();
    }
}
