package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CalendarCutTest {
    private static final long DAY = 86_400_000_000_000L;

    private static long midnight(LocalDate day) {
        return day.toEpochDay() * DAY;
    }

    @ParameterizedTest
    @CsvSource({
        "WEEKS,  2026-11-09, 2026-11-16",
        "WEEKS,  1970-01-05, 1970-01-12",
        "WEEKS,  1969-12-29, 1970-01-05",
        "WEEKS,  1900-01-01, 1900-01-08",
        "WEEKS,  2025-12-29, 2026-01-05",
        "MONTHS, 2026-11-01, 2026-12-01",
        "MONTHS, 2026-12-01, 2027-01-01",
        "MONTHS, 2024-02-01, 2024-03-01",
        "MONTHS, 2100-02-01, 2100-03-01",
        "MONTHS, 1969-12-01, 1970-01-01",
        "YEARS,  2026-01-01, 2027-01-01",
        "YEARS,  2024-01-01, 2025-01-01",
        "YEARS,  1969-01-01, 1970-01-01"
    })
    void beginsAtMidnightOfTheFirstDay(ChronoUnit unit, LocalDate first, LocalDate next) {
        CalendarCut cut = CalendarCut.of(unit);
        long window = cut.window(midnight(first));
        assertThat(cut.start(window)).isEqualTo(midnight(first));
        assertThat(cut.start(window + 1)).isEqualTo(midnight(next));
        assertThat(cut.window(midnight(next) - 1)).isEqualTo(window);
        assertThat(cut.window(midnight(next))).isEqualTo(window + 1);
        assertThat(cut.window(midnight(first) - 1)).isEqualTo(window - 1);
        assertThat(midnight(next) - midnight(first)).isLessThanOrEqualTo(cut.periodNanos());
    }

    @Test
    void knowsTheLongest() {
        assertThat(CalendarCut.WEEK.periodNanos()).isEqualTo(7 * DAY);
        assertThat(CalendarCut.MONTH.periodNanos()).isEqualTo(31 * DAY);
        assertThat(CalendarCut.YEAR.periodNanos()).isEqualTo(366 * DAY);
    }

    @Test
    void monthsAndYearsHaveTheNumbersOfTheCalendar() {
        assertThat(CalendarCut.YEAR.window(0)).isEqualTo(1970);
        assertThat(CalendarCut.MONTH.window(0)).isEqualTo(1970 * 12);
        assertThat(CalendarCut.WEEK.window(0)).isEqualTo(-1);
    }

    /** What a cell that is being written seems to hold may be any number. */
    @ParameterizedTest
    @EnumSource
    void anyNumberHasAStart(CalendarCut cut) {
        long earliest = midnight(LocalDate.of(1678, 1, 1));
        long latest = midnight(LocalDate.of(2262, 4, 1));
        for (long window : new long[] {Long.MIN_VALUE, -1L << 33, -1_000_000, 1_000_000, 1L << 33, Long.MAX_VALUE}) {
            long expected = window < 0 ? cut.window(earliest) : cut.window(latest);
            assertThat(cut.start(window)).isEqualTo(cut.start(expected));
            assertThat(cut.window(cut.start(window))).isEqualTo(expected);
        }
        assertThat(cut.window(Long.MAX_VALUE)).isGreaterThan(cut.window(Long.MIN_VALUE));
    }

    @Test
    void otherUnitsAreNoWindowsOfTheCalendar() {
        assertThatThrownBy(() -> CalendarCut.of(ChronoUnit.DAYS)).hasMessage("WEEKS, MONTHS or YEARS, not DAYS");
    }
}
