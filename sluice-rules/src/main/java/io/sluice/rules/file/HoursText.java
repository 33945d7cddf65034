package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code 9-18}, {@code 9:30-17:45} or {@code 22-6}. */
final class HoursText {
    private static final Pattern FORM =
            Pattern.compile("\\s*([0-9]{1,2})(?::([0-9]{2}))?\\s*-\\s*([0-9]{1,2})(?::([0-9]{2}))?\\s*");
    private static final Span WHOLE_DAY = new Span(LocalTime.MIDNIGHT, LocalTime.MIDNIGHT);

    /** The same time twice is the whole day. */
    record Span(LocalTime from, LocalTime until) {}

    private final Problems problems;

    HoursText(Problems problems) {
        this.problems = problems;
    }

    Span read(@Nullable Scalar text) {
        if (text == null) {
            return WHOLE_DAY;
        }
        Matcher form = FORM.matcher(text.value());
        if (!form.matches()) {
            problems.error(text.place(), text.shown() + " is no span of hours", "write 9-18, 9:30-17:45 or 22-6");
            return WHOLE_DAY;
        }
        int from = minutes(form, 1, text);
        int until = minutes(form, 3, text);
        if (from == until && from >= 0) {
            problems.error(text.place(), "begins and ends at the same time", "leave hours out for the whole day");
        }
        return from < 0 || until < 0 ? WHOLE_DAY : new Span(time(from), time(until));
    }

    /** Since midnight; below 0 if there is no such time. */
    private int minutes(Matcher form, int group, Scalar text) {
        int hour = Integer.parseInt(form.group(group));
        int minute = form.group(group + 1) == null ? 0 : Integer.parseInt(form.group(group + 1));
        if (minute > 59 || hour * 60 + minute > 24 * 60) {
            problems.error(
                    text.at(form.start(group)), "there is no such time of day", "write 0 to 24, or 0:00 to 24:00");
            return -1;
        }
        return hour * 60 + minute;
    }

    private static LocalTime time(int minutes) {
        return LocalTime.of(minutes / 60 % 24, minutes % 60);
    }
}
