package io.sluice.property;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Random;

/** Weeks, months or years in a zone, counted from a Monday that began a century. */
public record DrawnCalendar(ChronoUnit unit, ZoneId zone) {
    private static final LocalDate FIRST = LocalDate.of(1900, 1, 1);
    private static final List<ChronoUnit> UNITS = List.of(ChronoUnit.WEEKS, ChronoUnit.MONTHS, ChronoUnit.YEARS);
    private static final List<String> ZONES =
            ZoneId.getAvailableZoneIds().stream().sorted().toList();
    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400 * SECOND;
    /** So that what comes before is after 1970 too. */
    private static final int TWO_YEARS_SECONDS = 2 * 366 * 86_400;

    private static final int YEARS_SECONDS = 55 * 366 * 86_400;

    static DrawnCalendar draw(Random random) {
        ChronoUnit unit = UNITS.get(random.nextInt(UNITS.size()));
        return new DrawnCalendar(unit, ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
    }

    String text() {
        return switch (unit) {
            case WEEKS -> "week";
            case MONTHS -> "month";
            default -> "year";
        };
    }

    long mostNanos() {
        return switch (unit) {
            case WEEKS -> 7 * DAY;
            case MONTHS -> 31 * DAY;
            default -> 366 * DAY;
        };
    }

    /** The number of the last one that has begun. */
    long window(long nanos) {
        Instant at = Instant.EPOCH.plusNanos(nanos);
        long window = unit.between(FIRST, LocalDate.ofInstant(at, zone)) + 1;
        while (at.isBefore(start(window))) {
            window--;
        }
        return window;
    }

    Instant start(long window) {
        return FIRST.plus(window, unit).atTime(LocalTime.MIDNIGHT).atZone(zone).toInstant();
    }

    /** A time not long before something happens: clocks are changed, or a window begins. */
    long eve(Random random) {
        Instant any = Instant.ofEpochSecond(TWO_YEARS_SECONDS + random.nextInt(YEARS_SECONDS));
        ZoneOffsetTransition change = zone.getRules().nextTransition(any);
        boolean changed = change != null && random.nextBoolean();
        Instant event = changed ? change.getInstant() : start(window(any.getEpochSecond() * SECOND));
        return event.getEpochSecond() * SECOND - DrawnLimit.between(random, 1, 3 * DAY);
    }
}
