package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code mon-fri} or {@code sat,sun}. */
final class DaysText {
    private static final List<String> NAMES = Arrays.stream(DayOfWeek.values())
            .map(day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT))
            .toList();

    private final Problems problems;

    DaysText(Problems problems) {
        this.problems = problems;
    }

    Set<DayOfWeek> read(Scalar text) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        int at = 0;
        for (String part : text.value().split(",", -1)) {
            range(part, text, at, days);
            at += part.length() + 1;
        }
        return days;
    }

    /** Over the end of the week too: {@code sat-mon}. */
    private void range(String part, Scalar text, int at, Set<DayOfWeek> days) {
        int dash = part.indexOf('-');
        DayOfWeek first = day(dash < 0 ? part : part.substring(0, dash), text, at);
        DayOfWeek last = dash < 0 ? first : day(part.substring(dash + 1), text, at + dash + 1);
        if (first != null && last != null) {
            for (DayOfWeek day = first; day != last; day = day.plus(1)) {
                days.add(day);
            }
            days.add(last);
        }
    }

    private @Nullable DayOfWeek day(String written, Scalar text, int at) {
        String name = written.strip().toLowerCase(Locale.ROOT);
        for (DayOfWeek day : DayOfWeek.values()) {
            if (name.equals(NAMES.get(day.getValue() - 1)) || name.equalsIgnoreCase(day.name())) {
                return day;
            }
        }
        Place place = text.at(at + Math.max(0, written.indexOf(written.strip())));
        problems.error(place, "unknown day " + Shown.of(name), Nearest.orAll(name, NAMES));
        return null;
    }
}
