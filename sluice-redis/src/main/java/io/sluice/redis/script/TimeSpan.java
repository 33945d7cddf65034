package io.sluice.redis.script;

/** From one time to another, in microseconds. */
record TimeSpan(long from, long until) {
    private static final long CLOCKS_APART = 600_000_000;

    /** Around a clock that may not be quite the server's. */
    static TimeSpan around(long micros) {
        return new TimeSpan(micros - CLOCKS_APART, micros + CLOCKS_APART);
    }

    /** With that much more at its end. */
    TimeSpan atLeast(long micros) {
        return new TimeSpan(from, Math.addExact(until, micros));
    }
}
