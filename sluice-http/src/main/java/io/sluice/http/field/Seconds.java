package io.sluice.http.field;

/** Whole seconds, as fields have them. */
final class Seconds {
    /** The largest integer of structured fields. */
    private static final long MOST = 999_999_999_999_999L;

    private static final long NANOS = 1_000_000_000;

    private Seconds() {}

    /** Rounded up, at least 1. */
    static long of(long nanos) {
        long whole = nanos / NANOS + (nanos % NANOS == 0 ? 0 : 1);
        return Math.min(MOST, Math.max(1, whole));
    }
}
