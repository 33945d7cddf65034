package io.sluice.server.resp;

import org.jspecify.annotations.Nullable;

/** A {@code CL.THROTTLE key max_burst count period [quantity]} as it was asked; one is enough for a connection. */
final class Throttle {
    static final String USAGE = "Usage: cl.throttle <key> <max_burst> <count per period> <period> [<quantity>]";

    /** Limits that were asked about lately, by their numbers. */
    private static final int KNOWN = 16;

    private final @Nullable CellLimit[] known = new CellLimit[KNOWN];
    private Request request = new Request();
    private CellLimit limit = CellLimit.of(0, 1, 1);
    private long quantity;
    private int database;
    private long nowNanos;

    /** From now on it is this late. */
    void at(long nanos) {
        nowNanos = nanos;
    }

    /** Reads the arguments. */
    void read(Request from, int inDatabase) {
        if (from.count() != 5 && from.count() != 6) {
            throw new CellError(USAGE);
        }
        long maxBurst = number(from, 2);
        long count = number(from, 3);
        long period = number(from, 4);
        quantity = from.count() == 6 ? number(from, 5) : 1;
        limit = limit(maxBurst, count, period);
        request = from;
        database = inDatabase;
    }

    private static long number(Request from, int i) {
        long value = Digits.ofArgument(from.bytes(), from.from(i), from.to(i));
        if (value == Digits.NONE) {
            throw new CellError("Couldn't parse as integer: " + from.shown(i, 128));
        }
        return value;
    }

    private CellLimit limit(long maxBurst, long count, long period) {
        int place = (int) ((maxBurst * 31 + count) * 31 + period) & (KNOWN - 1);
        CellLimit found = known[place];
        if (found == null || !found.is(maxBurst, count, period)) {
            found = CellLimit.of(maxBurst, count, period);
            known[place] = found;
        }
        return found;
    }

    /** Its argument 1 is the key. */
    Request request() {
        return request;
    }

    CellLimit limit() {
        return limit;
    }

    /** Below 0 gives back. */
    long quantity() {
        return quantity;
    }

    int database() {
        return database;
    }

    long nowNanos() {
        return nowNanos;
    }
}
