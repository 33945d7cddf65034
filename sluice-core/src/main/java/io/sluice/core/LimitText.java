package io.sluice.core;

import java.time.ZoneOffset;
import java.util.List;

/** Writes limits, and knows the units. */
final class LimitText {
    /** The canonical units, largest first. */
    enum Unit {
        DAY("day", 86_400_000_000_000L, "d", "days"),
        HOUR("h", 3_600_000_000_000L, "hour", "hours", "hr", "hrs"),
        MINUTE("min", 60_000_000_000L, "m", "minute", "minutes", "mins"),
        SECOND("s", 1_000_000_000L, "sec", "second", "seconds", "secs"),
        MILLISECOND("ms", 1_000_000L, "milli", "millis", "millisecond", "milliseconds"),
        MICROSECOND("us", 1_000L, "\u00b5s", "\u03bcs", "micro", "micros", "microsecond", "microseconds"),
        NANOSECOND("ns", 1L, "nano", "nanos", "nanosecond", "nanoseconds");

        final String text;
        final long nanos;

        @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
        private final List<String> others;

        Unit(String text, long nanos, String... others) {
            this.text = text;
            this.nanos = nanos;
            this.others = List.of(others);
        }

        boolean isWritten(String word) {
            return word.equals(text) || others.contains(word);
        }
    }

    private LimitText() {}

    static String of(Limit limit) {
        if (limit.isUnlimited()) {
            return "unlimited";
        }
        return rate(limit) + " "
                + switch (limit.kind()) {
                    case TOKEN_BUCKET -> "burst " + limit.capacity();
                    case LEAKY_BUCKET -> "leaky-bucket " + limit.capacity();
                    case LEAKY_QUEUE -> "leaky-queue " + limit.capacity();
                    case FIXED_WINDOW ->
                        limit.zone().equals(ZoneOffset.UTC)
                                ? "fixed-window"
                                : "fixed-window " + limit.zone().getId();
                    case ANCHORED_WINDOW -> "fixed-window anchored";
                    case SLIDING_WINDOW -> "sliding-window";
                    case SUB_WINDOWS -> "sub-windows " + limit.parts();
                    case SLIDING_LOG -> "sliding-log";
                };
    }

    static String rate(Limit limit) {
        String period = limit.calendar().map(CalendarPeriod::text).orElseGet(() -> period(limit.periodNanos()));
        return limit.permits() + "/" + period;
    }

    static String period(long nanos) {
        for (Unit unit : Unit.values()) {
            if (nanos % unit.nanos == 0) {
                return (nanos == unit.nanos ? "" : nanos / unit.nanos) + unit.text;
            }
        }
        throw new AssertionError("every period is whole nanoseconds");
    }
}
