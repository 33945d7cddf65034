package io.sluice.core.algorithm;

import java.time.LocalDate;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/** Windows that begin at midnight of the first day of a week, month or year. Months and years have the numbers of ISO 8601. */
enum CalendarCut implements Cut {
    WEEK(7) {
        @Override
        long number(LocalDate day) {
            return Math.floorDiv(day.toEpochDay() - FIRST_MONDAY, 7);
        }

        @Override
        LocalDate firstDay(long number) {
            return LocalDate.ofEpochDay(number * 7 + FIRST_MONDAY);
        }
    },
    MONTH(31) {
        @Override
        long number(LocalDate day) {
            return day.getLong(ChronoField.PROLEPTIC_MONTH);
        }

        @Override
        LocalDate firstDay(long number) {
            return LocalDate.of((int) Math.floorDiv(number, 12), Math.floorMod(number, 12) + 1, 1);
        }
    },
    YEAR(366) {
        @Override
        long number(LocalDate day) {
            return day.getYear();
        }

        @Override
        LocalDate firstDay(long number) {
            return LocalDate.of((int) number, 1, 1);
        }
    };

    private static final long DAY = 86_400_000_000_000L;
    /** 5 January 1970. */
    private static final long FIRST_MONDAY = 4;
    /** Nanoseconds do not reach farther; only a cell that is being written can ask for that. */
    private static final LocalDate EARLIEST = LocalDate.of(1678, 1, 1);

    private static final LocalDate LATEST = LocalDate.of(2262, 4, 1);

    private final long periodNanos;

    CalendarCut(int mostDays) {
        this.periodNanos = mostDays * 86_400_000_000_000L;
    }

    static CalendarCut of(ChronoUnit unit) {
        return switch (unit) {
            case WEEKS -> WEEK;
            case MONTHS -> MONTH;
            case YEARS -> YEAR;
            default -> throw new IllegalArgumentException("WEEKS, MONTHS or YEARS, not " + unit.name());
        };
    }

    abstract long number(LocalDate day);

    abstract LocalDate firstDay(long number);

    @Override
    public long periodNanos() {
        return periodNanos;
    }

    @Override
    public long window(long local) {
        return number(LocalDate.ofEpochDay(Math.floorDiv(local, DAY)));
    }

    @Override
    public long start(long window) {
        long within = Math.max(number(EARLIEST), Math.min(number(LATEST), window));
        return firstDay(within).toEpochDay() * DAY;
    }
}
