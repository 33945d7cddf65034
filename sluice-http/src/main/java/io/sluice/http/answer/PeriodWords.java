package io.sluice.http.answer;

import io.sluice.core.CalendarPeriod;
import io.sluice.core.Limit;
import java.util.Locale;

/** Periods in words for people. */
public final class PeriodWords {
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

    private PeriodWords() {}

    /** What follows "per": {@code second}, {@code 15 minutes}, {@code month}. */
    public static String of(Limit limit) {
        return limit.calendar().map(CalendarPeriod::text).orElseGet(() -> period(limit.periodNanos()));
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
