package io.sluice.http.field;

import io.sluice.core.Limit;
import io.sluice.rules.Rule;
import java.util.OptionalLong;

/**
 * A limit as a client is told of it.
 *
 * @param name the rule's; further limits of a rule {@code search.2}, {@code search.3}
 * @param windows of all that counted with it
 */
record Quota(String name, Rule rule, Limit limit, WindowEnds windows) {
    private static final long SECOND = 1_000_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    /** The most permits that can be had at once. */
    long most() {
        return limit.capacity();
    }

    /**
     * In how many seconds {@link #most} permits come back, rounded up; unknown below one second, where the fields have no words for it. For {@code 15/s
     * burst 30} that is 30 in 2 seconds, so that the rate is what it says.
     */
    OptionalLong windowSeconds() {
        long nanos = nanosFor(most());
        return nanos < SECOND || nanos == NEVER
                ? OptionalLong.empty()
                : OptionalLong.of(nanos / SECOND + (nanos % SECOND == 0 ? 0 : 1));
    }

    /** How long permits take to come back at the sustained rate; the largest number for never. */
    long nanosFor(long permits) {
        if (!refillsEvenly()) {
            return limit.periodNanos();
        }
        if (limit.permits() == 0) {
            return NEVER;
        }
        long each = limit.periodNanos() / limit.permits();
        long rest = limit.periodNanos() % limit.permits() * permits;
        return each > NEVER / (permits + 1)
                ? NEVER
                : each * permits + rest / limit.permits() + (rest % limit.permits() == 0 ? 0 : 1);
    }

    boolean refillsEvenly() {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE -> true;
            default -> false;
        };
    }
}
