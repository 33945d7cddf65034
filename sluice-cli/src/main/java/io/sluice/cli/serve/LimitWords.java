package io.sluice.cli.serve;

import io.sluice.core.CalendarPeriod;
import io.sluice.core.Decision;
import io.sluice.core.Limit;

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

    /** "Maximum 5 requests per second allowed, bursts of 10. Try again in 1 s." */
    static String refusal(Decision decision) {
        String advice = decision.never()
                ? "Trying again will not help."
                : "Try again in " + Math.max(1, decision.retryAfterSeconds()) + " s.";
        return "Maximum " + of(decision.binding()) + ". " + advice;
    }

    /** "5 requests per second allowed, bursts of 10" */
    static String of(Limit limit) {
        String requests = limit.permits() == 1 ? " request per " : " requests per ";
        return limit.permits() + requests + period(limit) + " allowed" + more(limit);
    }

    private static String period(Limit limit) {
        return limit.calendar().map(CalendarPeriod::text).orElseGet(() -> period(limit.periodNanos()));
    }

    private static String period(long nanos) {
        for (Unit unit : Unit.values()) {
            if (nanos == unit.nanos) {
                return unit.name().toLowerCase(java.util.Locale.ROOT);
            }
            if (nanos % unit.nanos == 0) {
                return nanos / unit.nanos + unit.plural;
            }
        }
        throw new AssertionError("every period is whole nanoseconds");
    }

    private static String more(Limit limit) {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET ->
                limit.capacity() == limit.permits() ? "" : ", bursts of " + limit.capacity();
            case LEAKY_QUEUE -> ", " + limit.capacity() + " waiting at most";
            default -> "";
        };
    }
}
