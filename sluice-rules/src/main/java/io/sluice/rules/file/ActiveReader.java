package io.sluice.rules.file;

import io.sluice.rules.Active;
import io.sluice.rules.file.Node.Scalar;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code active}. */
final class ActiveReader {
    private final DaysText days;
    private final HoursText hours;
    private final Problems problems;

    ActiveReader(Problems problems) {
        this.days = new DaysText(problems);
        this.hours = new HoursText(problems);
        this.problems = problems;
    }

    @Nullable
    Active read(@Nullable Node node) {
        if (node == null) {
            return null;
        }
        Settings said = new Settings(node);
        HoursText.Span span = hours.read(said.text("hours"));
        return new Active(days(said.get("days")), span.from(), span.until(), zone(said.text("zone")));
    }

    private Set<DayOfWeek> days(@Nullable Node node) {
        Set<DayOfWeek> all = EnumSet.noneOf(DayOfWeek.class);
        for (Scalar text : Settings.texts(node)) {
            all.addAll(days.read(text));
        }
        return node == null ? EnumSet.allOf(DayOfWeek.class) : all;
    }

    private ZoneId zone(@Nullable Scalar text) {
        if (text == null) {
            return ZoneOffset.UTC;
        }
        try {
            return ZoneId.of(text.value());
        } catch (DateTimeException e) {
            String near = Nearest.of(
                    text.value(), ZoneId.getAvailableZoneIds().stream().sorted().toList());
            problems.error(
                    text.place(),
                    "unknown time zone " + text.shown(),
                    near == null ? "write UTC or Europe/Berlin" : "did you mean " + near + "?");
            return ZoneOffset.UTC;
        }
    }
}
