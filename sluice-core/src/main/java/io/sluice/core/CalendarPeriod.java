package io.sluice.core;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** A period that is as long as the calendar says, and whose first day begins at midnight. */
public enum CalendarPeriod {
    /** From Monday to Sunday. */
    WEEK(ChronoUnit.WEEKS, 7, "weeks", "w"),
    /** From the first of a month to its last day. */
    MONTH(ChronoUnit.MONTHS, 31, "months", "mo"),
    /** From 1 January to 31 December. */
    YEAR(ChronoUnit.YEARS, 366, "years", "y");

    private final ChronoUnit unit;
    private final Duration longest;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<String> spellings;

    CalendarPeriod(ChronoUnit unit, int days, String plural, String brief) {
        this.unit = unit;
        this.longest = Duration.ofDays(days);
        this.spellings = List.of(text(), plural, brief);
    }

    /** As {@code java.time} calls it. */
    public ChronoUnit unit() {
        return unit;
    }

    /** As limits are written: {@code month}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How long it is at most, in days of 24 hours: who spreads the permits over so much never has too many. */
    public Duration longest() {
        return longest;
    }

    boolean isWritten(String word) {
        return spellings.contains(word);
    }

    /** Only weeks always have as many days. */
    boolean hasOneLength() {
        return this == WEEK;
    }
}
