package io.sluice.http.answer;

import io.sluice.core.Limit;
import io.sluice.http.field.Standing;
import io.sluice.rules.Cost;
import java.util.Locale;

/** Limits in words for people. */
final class LimitWords {
    private enum Unit {
        DAY(86_400_000_000_000L, " days"),
        HOUR(3_600_000_000_000L, " hours"),
        MINUTE(60_000_000_000L, " minutes"),
        SECOND(1_000_000_000L, " seconds"),
        MILLISECOND(1_000_000L, " ms"),
        MICROSECOND(1_000L, " us"),
        NANOSECOND(1L, " ns");

        final long nanos;
        final String plural;

        Unit(long nanos, String plural) {
            this.nanos = nanos;
            this.plural = plural;
        }
    }

    private LimitWords() {}

    /** "Maximum 100 requests per hour allowed. Try again in 12 s." */
    static String refusal(Standing standing) {
        boolean single = standing.rule().cost().equals(Cost.ONE);
        String advice = standing.retryAfterSeconds().isPresent()
                ? "Try again in " + standing.retryAfterSeconds().getAsLong() + " s."
                : "Trying again will not help.";
        return "Maximum " + of(standing.limit(), single ? "request" : "permit") + " allowed. " + advice;
    }

    /** "100 requests per hour" */
    private static String of(Limit limit, String what) {
        return limit.permits() + " " + what + (limit.permits() == 1 ? " per " : "s per ") + period(limit.periodNanos());
    }

    private static String period(long nanos) {
        for (Unit unit : Unit.values()) {
            if (nanos == unit.nanos) {
                return unit.name().toLowerCase(Locale.ROOT);
            }
            if (nanos % unit.nanos == 0) {
                return nanos / unit.nanos + unit.plural;
            }
        }
        throw new AssertionError("every period is whole nanoseconds");
    }
}
