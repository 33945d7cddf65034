package io.sluice.http.field;

import io.sluice.core.Decision;

/** A number that differs from one passing request to the next; the rest of its fields follows from the rules. */
enum Gap {
    /** Whole permits left. */
    REMAINING,
    USED,
    /** In how many seconds the remaining permits may be used: never inviting more than the sustained rate. */
    USABLE,
    /** In how many seconds the client has its whole quota again. */
    RESET,
    /** The same, and at least 1. */
    RESET_FROM_ONE,
    /** When that is, in seconds since the epoch. */
    RESET_EPOCH;

    /** In place of a number that there is none of, because the quota never comes back. */
    static final long NEVER = -1;

    long value(Quota binding, Decision decision, long wallNanos) {
        return switch (this) {
            case REMAINING -> remaining(binding, decision);
            case USED -> binding.most() - remaining(binding, decision);
            case USABLE -> usable(binding, decision);
            case RESET -> reset(decision.resetAfterNanos());
            case RESET_FROM_ONE -> fromOne(reset(decision.resetAfterNanos()));
            case RESET_EPOCH -> resetEpoch(binding.windows().resetNanos(decision, wallNanos));
        };
    }

    private static long remaining(Quota binding, Decision decision) {
        return Math.min(decision.remaining(), binding.most());
    }

    private static long usable(Quota binding, Decision decision) {
        if (binding.refillsEvenly()) {
            return Seconds.of(binding.nanosFor(Math.max(1, remaining(binding, decision))));
        }
        long reset = decision.resetAfterNanos();
        return Seconds.of(reset == 0 ? binding.limit().periodNanos() : reset);
    }

    private static long reset(long nanos) {
        return nanos == Long.MAX_VALUE ? NEVER : nanos == 0 ? 0 : Seconds.of(nanos);
    }

    private static long fromOne(long seconds) {
        return seconds == NEVER ? NEVER : Math.max(1, seconds);
    }

    private static long resetEpoch(long nanos) {
        return nanos == Long.MAX_VALUE ? NEVER : Seconds.of(nanos);
    }
}
