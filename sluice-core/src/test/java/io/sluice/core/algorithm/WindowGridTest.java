package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowGridTest {
    private static final long HOUR = 3_600_000_000_000L;
    private static final long DAY = 24 * HOUR;
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({"0, 0", "99, 0", "100, 1", "-1, -1", "-100, -1", "-101, -2"})
    void utcWindowsAreCountedFromTheEpoch(long now, long index) {
        WindowGrid grid = WindowGrid.utc(100);
        assertThat(grid.index(now)).isEqualTo(index);
        assertThat(grid.start(index)).isEqualTo(index * 100);
        assertThat(WindowGrid.in(ZoneOffset.UTC, 100).index(now)).isEqualTo(index);
    }

    @Test
    void aZoneThatIsAlwaysUtcNeedsNoRules() {
        assertThat(WindowGrid.in(ZoneOffset.UTC, HOUR)).hasSameClassAs(WindowGrid.utc(HOUR));
        assertThat(WindowGrid.in(ZoneOffset.ofHours(1), HOUR)).doesNotHaveSameClassAs(WindowGrid.utc(HOUR));
    }

    @Test
    void aFixedOffsetShiftsTheWindows() {
        WindowGrid grid = WindowGrid.in(ZoneOffset.ofHoursMinutes(5, 30), DAY);
        assertThat(grid.start(1)).isEqualTo(DAY - 5 * HOUR - HOUR / 2);
        assertThat(grid.index(grid.start(1))).isEqualTo(1);
        assertThat(grid.index(grid.start(1) - 1)).isZero();
    }

    /** Greenwich time at the epoch, but two hours ahead in summers since. */
    @Test
    void aZoneThatWasOnceUtcKeepsItsRules() {
        WindowGrid grid = WindowGrid.in(ZoneId.of("Antarctica/Troll"), DAY);
        long summer = nanos("2024-07-01T00:00:00Z");
        assertThat(grid.start(summer / DAY)).isEqualTo(summer - 2 * HOUR);
        assertThat(grid.index(summer - 2 * HOUR)).isEqualTo(summer / DAY);
    }

    /** The window asked for last is remembered, which no order of questions may show. */
    @ParameterizedTest
    @CsvSource({"0, -1", "0, -3600000000000", "0, 3600000000000", "0, 3599999999999", "-5, 0", "7200000000000, 1"})
    void answersDoNotDependOnWhatWasAskedBefore(long first, long second) {
        WindowGrid grid = WindowGrid.in(ZoneOffset.ofHours(1), HOUR);
        for (long now : new long[] {first, second, first}) {
            assertThat(grid.index(now)).isEqualTo(Math.floorDiv(now, HOUR) + 1);
        }
    }

    /** 2:00 to 3:00 is skipped on 31 March 2024: the windows from 2:00 and 3:00 both start at 1:00 UTC. */
    @Test
    void windowsInAGapHaveNoLength() {
        WindowGrid grid = WindowGrid.in(BERLIN, HOUR);
        long two = nanos("2024-03-31T02:00:00Z") / HOUR;
        long change = nanos("2024-03-31T01:00:00Z");
        assertThat(grid.start(two - 1)).isEqualTo(change - HOUR);
        assertThat(grid.start(two)).isEqualTo(change);
        assertThat(grid.start(two + 1)).isEqualTo(change);
        assertThat(grid.start(two + 2)).isEqualTo(change + HOUR);
        assertThat(grid.index(change - 1)).isEqualTo(two - 1);
        assertThat(grid.index(change)).isEqualTo(two + 1);
        assertThat(grid.index(change + HOUR)).isEqualTo(two + 2);
    }

    /** 2:00 to 3:00 comes twice on 27 October 2024, and the window from 2:00 lasts two hours. */
    @Test
    void aWindowWithRepeatedTimeIsLonger() {
        long two = nanos("2024-10-27T02:00:00Z") / HOUR;
        long change = nanos("2024-10-27T01:00:00Z");
        WindowGrid grid = WindowGrid.in(BERLIN, HOUR);
        assertThat(grid.start(two)).isEqualTo(change - HOUR);
        assertThat(grid.start(two + 1)).isEqualTo(change + HOUR);
        for (long now : new long[] {change - HOUR, change - 1, change, change + HOUR / 2, change + HOUR - 1}) {
            assertThat(WindowGrid.in(BERLIN, HOUR).index(now)).isEqualTo(two);
            assertThat(grid.index(now)).isEqualTo(two);
        }
        assertThat(grid.index(change + HOUR)).isEqualTo(two + 1);
    }

    /** Of the quarters of the repeated hour the last is the longer one, by that hour. */
    @Test
    void repeatedTimeBelongsToTheLastWindowReached() {
        long quarter = HOUR / 4;
        long change = nanos("2024-10-27T01:00:00Z");
        long last = nanos("2024-10-27T02:45:00Z") / quarter;
        assertThat(WindowGrid.in(BERLIN, quarter).index(change - quarter - 1)).isEqualTo(last - 1);
        assertThat(WindowGrid.in(BERLIN, quarter).index(change - quarter)).isEqualTo(last);
        assertThat(WindowGrid.in(BERLIN, quarter).index(change)).isEqualTo(last);
        assertThat(WindowGrid.in(BERLIN, quarter).index(change + HOUR - 1)).isEqualTo(last);
        assertThat(WindowGrid.in(BERLIN, quarter).index(change + HOUR)).isEqualTo(last + 1);
    }

    @Test
    void daysHave23Or25HoursWhereClocksChange() {
        WindowGrid grid = WindowGrid.in(BERLIN, DAY);
        long spring = nanos("2024-03-31T00:00:00Z") / DAY;
        long autumn = nanos("2024-10-27T00:00:00Z") / DAY;
        assertThat(grid.start(spring + 1) - grid.start(spring)).isEqualTo(23 * HOUR);
        assertThat(grid.start(autumn + 1) - grid.start(autumn)).isEqualTo(25 * HOUR);
    }

    /** October has an hour more. The window asked for last is remembered with its end. */
    @Test
    void monthsAreThoseOfTheZone() {
        WindowGrid grid = WindowGrid.in(BERLIN, ChronoUnit.MONTHS);
        long october = 2024 * 12 + 9;
        assertThat(grid.periodNanos).isEqualTo(31 * DAY);
        for (int i = 0; i < 2; i++) {
            assertThat(grid.start(october)).isEqualTo(nanos("2024-09-30T22:00:00Z"));
            assertThat(grid.start(october + 1)).isEqualTo(nanos("2024-10-31T23:00:00Z"));
            assertThat(grid.start(october + 2)).isEqualTo(nanos("2024-11-30T23:00:00Z"));
            assertThat(grid.index(grid.start(october))).isEqualTo(october);
            assertThat(grid.index(grid.start(october + 1) - 1)).isEqualTo(october);
        }
        assertThat(grid.index(grid.start(october + 1))).isEqualTo(october + 1);
        assertThat(grid.start(october)).isEqualTo(nanos("2024-09-30T22:00:00Z"));
    }

    @Test
    void windowsBeforeTheEpochAreFound() {
        WindowGrid grid = WindowGrid.in(ZoneOffset.ofHours(-4), ChronoUnit.YEARS);
        assertThat(grid.index(0)).isEqualTo(1969);
        assertThat(grid.start(1970)).isEqualTo(4 * HOUR);
        assertThat(grid.start(1969)).isEqualTo(4 * HOUR - 365 * DAY);
        assertThat(grid.index(4 * HOUR - 365 * DAY - 1)).isEqualTo(1968);
        assertThat(grid.index(4 * HOUR)).isEqualTo(1970);
    }

    private static long nanos(String instant) {
        return Instant.parse(instant).getEpochSecond() * 1_000_000_000L;
    }
}
