package io.sluice.core;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A length of time, or a period of the calendar.
 *
 * @param nanos of a calendar period, how long it is at most
 */
record Period(long nanos, @Nullable CalendarPeriod calendar) {
    static Period of(long nanos) {
        return new Period(nanos, null);
    }

    static Period of(CalendarPeriod calendar) {
        return new Period(calendar.longest().toNanos(), calendar);
    }

    /** For what counts in other ways than by windows of the calendar. */
    Period ofOneLength(Limit.Kind kind) {
        if (calendar != null && !calendar.hasOneLength()) {
            String what = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
            throw new IllegalArgumentException(what + " needs a period of one length, such as "
                    + LimitText.period(nanos) + "; a " + calendar.text() + " is counted in fixed windows only");
        }
        return of(nanos);
    }
}
