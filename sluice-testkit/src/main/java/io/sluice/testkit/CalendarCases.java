package io.sluice.testkit;

import static java.time.Duration.ofDays;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Windows that the calendar cuts. It is Friday, 10 October 2025; clocks in Berlin are put back on the 26th. */
interface CalendarCases extends StoreCases {
    /** One hour is still ahead of UTC when October ends there. */
    Duration NOVEMBER_IN_BERLIN = ofDays(22).minusHours(1);

    private static void at(Scene k, Duration time) {
        k.at(time.toMillis());
    }

    @Test
    default void aMonthEndsWithItsLastDay() {
        Scene k = on("10/month");
        k.acquire(10).allowed(0, ofDays(22)).by("10/month fixed-window");
        k.acquire(1).refused(ofDays(22), 0, ofDays(22));
        k.acquire(11).never(0, ofDays(22));
        at(k, ofDays(22).minusMillis(1));
        k.acquire(1).refused(1, 0, 1);
        at(k, ofDays(22));
        k.acquire(1).allowed(9, ofDays(30));
        at(k, ofDays(22 + 30));
        k.acquire(10).allowed(0, ofDays(31));
    }

    @Test
    default void aWeekBeginsOnMonday() {
        Scene k = on("10/week");
        k.acquire(10).allowed(0, ofDays(3));
        at(k, ofDays(3));
        k.acquire(10).allowed(0, ofDays(7));
        k.acquire(1).refused(ofDays(7), 0, ofDays(7));
    }

    /** 2028 has 366 days. */
    @Test
    default void aYearBeginsInJanuary() {
        Scene k = on("10/year");
        k.acquire(10).allowed(0, ofDays(83));
        at(k, ofDays(83));
        k.acquire(1).allowed(9, ofDays(365));
        at(k, ofDays(83 + 2 * 365));
        k.acquire(10).allowed(0, ofDays(366));
        k.acquire(1).refused(ofDays(366), 0, ofDays(366));
    }

    @Test
    default void monthsAreThoseOfTheZone() {
        Scene k = on("10/month Europe/Berlin");
        k.acquire(10).allowed(0, NOVEMBER_IN_BERLIN);
        at(k, NOVEMBER_IN_BERLIN.minusMillis(1));
        k.acquire(1).refused(1, 0, 1);
        at(k, NOVEMBER_IN_BERLIN);
        k.acquire(10).allowed(0, ofDays(30));
    }

    /** The week from the 20th on has an hour more. */
    @Test
    default void weeksAreThoseOfTheZone() {
        Scene k = on("10/week Europe/Berlin");
        k.acquire(1).allowed(9, ofDays(3).minusHours(2));
        at(k, ofDays(10).minusHours(2));
        k.acquire(10).allowed(0, ofDays(7).plusHours(1));
        k.acquire(1).refused(ofDays(7).plusHours(1), 0, ofDays(7).plusHours(1));
    }

    /** Of ten a month: October and November are used up, and five of December. */
    @Test
    default void debtUsesUpTheNextMonths() {
        Scene k = on("10/month");
        k.penalize(25).allowed(0, ofDays(22 + 30 + 31));
        k.acquire(5).refused(ofDays(22 + 30), 0, ofDays(22 + 30 + 31));
        k.acquire(6).refused(ofDays(22 + 30 + 31), 0, ofDays(22 + 30 + 31));
        k.refund(20).allowed(5, ofDays(22));
    }

    @Test
    default void aReservationLiesInALaterMonth() {
        Scene k = on("10/month Europe/Berlin");
        k.acquire(10).allowed(0, NOVEMBER_IN_BERLIN);
        long wait = NOVEMBER_IN_BERLIN.toMillis();
        k.reserved(2, wait)
                .allowedAfter(wait, 0, NOVEMBER_IN_BERLIN.plusDays(30).toMillis());
        at(k, NOVEMBER_IN_BERLIN);
        k.acquire(9).refused(ofDays(30), 8, ofDays(30));
        k.acquire(8).allowed(0, ofDays(30));
    }

    @Test
    default void aMonthCarriesOver() {
        Scene k = on("20/month");
        k.acquire(13).allowed(7, ofDays(22));
        k.reconfigure("50/month Europe/Berlin");
        k.acquire(1).allowed(36, NOVEMBER_IN_BERLIN);
        k.reconfigure("20/week");
        k.acquire(7).refused(ofDays(3), 6, ofDays(3));
        k.reconfigure("20/min sliding-log");
        k.acquire(6).allowed(0, 60_000);
    }
}
