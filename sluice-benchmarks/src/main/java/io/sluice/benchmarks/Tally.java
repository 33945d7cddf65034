package io.sluice.benchmarks;

/** Counts what one thread was granted: a limiter that grants the wrong number has no speed. */
class Tally {
    private long calls;
    private long grants;

    /** Returns what it is given. */
    final boolean count(boolean granted) {
        calls++;
        if (granted) {
            grants++;
        }
        return granted;
    }

    final void check(boolean passes, double tolerated) {
        expect("of " + calls + " calls", grants, passes ? calls : 0, tolerated * calls);
    }

    /** Never fewer, and at most so many more. */
    static void expect(String when, long grants, long expected, double tolerated) {
        if (grants < expected || grants > expected + tolerated) {
            throw new WrongGrantsException(grants + " permits granted " + when + ", " + expected + " would be right");
        }
    }

    /** Ends the trial, and with it the run. */
    static final class WrongGrantsException extends IllegalStateException {
        private static final long serialVersionUID = 1;

        WrongGrantsException(String message) {
            super(message);
        }
    }
}
