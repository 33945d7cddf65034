package io.sluice.redis.script;

import java.nio.charset.StandardCharsets;

/** Whose time decides: the server's, or one that is given. */
public final class Moment {
    /** The time of the server, to the microsecond. */
    public static final Moment OF_SERVER = new Moment("");

    private static final long NANOS_PER_MICRO = 1_000;

    private final byte[] argument;

    private Moment(String argument) {
        this.argument = Bytes.of(argument);
    }

    /** This time, in microseconds: only for simulations, whose time has nothing to do with the server's. */
    public static Moment at(long micros) {
        return new Moment(Long.toString(micros));
    }

    byte[] argument() {
        return argument;
    }

    /** The time given, or about the server's. */
    long micros() {
        return isGiven()
                ? Long.parseLong(new String(argument, StandardCharsets.ISO_8859_1))
                : System.currentTimeMillis() * 1_000;
    }

    boolean isGiven() {
        return argument.length > 0;
    }

    /** A wait after which the same question succeeds: the server sees whole microseconds, so less than one more would be too early. */
    long retryAfter(long nanos) {
        boolean whole = isGiven() || nanos == Long.MAX_VALUE || nanos % NANOS_PER_MICRO == 0;
        return whole ? nanos : (nanos / NANOS_PER_MICRO + 1) * NANOS_PER_MICRO;
    }
}
