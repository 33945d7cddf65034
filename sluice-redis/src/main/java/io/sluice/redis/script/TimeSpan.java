package io.sluice.redis.script;

/** From one time to another, in microseconds. */
record TimeSpan(long from, long until) {
    private static final long CLOCKS_APART = 600_000_000;

    /** Around a clock that may not be quite the server's. */
    static TimeSpan around(long micros) {
        return new TimeSpan(micros - CLOCKS_APART, micros + CLOCKS_APART);
    }

    /** Up to that time, or from it on. */
    TimeSpan with(long micros) {
        return new TimeSpan(Math.min(from, micros), Math.max(until, micros));
    }

    /** With that much more at its end. */
    TimeSpan atLeast(long micros) {
        return new TimeSpan(from, Math.addExact(until, micros));
    }
}
