package io.sluice.testkit;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits for a condition by looking at it again and again, and gives up in the end. A server that breaks a connection while it is asked has not said no: a Redis that
 * changes sides does so with all of them.
 */
final class Deadline {
    private static final long PAUSE_MILLIS = 2;

    private Deadline() {}

    /** Fails with what {@code otherwise} says if the condition does not hold in time. */
    static void await(Duration within, BooleanSupplier condition, Supplier<String> otherwise) {
        long end = System.nanoTime() + within.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(otherwise.get());
            }
            pause();
        }
    }

    private static boolean holds(BooleanSupplier condition) {
        try {
            return condition.getAsBoolean();
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", e);
        }
    }
}
