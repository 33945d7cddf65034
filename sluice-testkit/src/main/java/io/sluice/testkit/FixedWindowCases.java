package io.sluice.testkit;

import static java.time.Duration.ofHours;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** 5/s in windows of the clock, and in windows that the first request opens. */
interface FixedWindowCases extends StoreCases {
    @Test
    default void aWindowEndsWithTheSecond() {
        Scene k = on("5/s fixed-window");
        k.at(300);
        k.acquire(3).allowed(2, 700).by("5/s fixed-window");
        k.acquire(3).refused(700, 2, 700);
        k.at(999);
        k.acquire(3).refused(1, 2, 1);
        k.at(1000);
        k.acquire(5).allowed(0, 1000);
        k.acquire(1).refused(1000, 0, 1000);
        k.acquire(6).never(0, 1000);
        k.at(2000);
        k.peek(5).allowed(5, 0);
    }

    @Test
    default void twiceTheLimitPassesAroundABoundary() {
        Scene k = on("5/s fixed-window");
        k.at(999);
        k.acquire(5).allowed(0, 1);
        k.at(1000);
        k.acquire(5).allowed(0, 1000);
    }

    /** Twelve of five a window: two windows are used up, and two permits of the third. */
    @Test
    default void debtUsesUpTheNextWindows() {
        Scene k = on("5/s fixed-window");
        k.penalize(12).allowed(0, 3000);
        k.acquire(1).refused(2000, 0, 3000);
        k.acquire(4).refused(3000, 0, 3000);
        k.at(2000);
        k.acquire(4).refused(1000, 3, 1000);
        k.acquire(3).allowed(0, 1000);
    }

    @Test
    default void aReservationLiesInALaterWindow() {
        Scene k = on("5/s fixed-window");
        k.at(300);
        k.acquire(5).allowed(0, 700);
        k.reserved(2, 5000).allowedAfter(700, 0, 1700);
        k.reserved(4, 5000).allowedAfter(1700, 0, 2700);
        k.at(1000);
        k.acquire(1).refused(1000, 0, 2000);
        k.at(2000);
        k.acquire(1).allowed(0, 1000);
    }

    /** The tenth of October began at 22:00Z the day before; the 26th has 25 hours. */
    @Test
    default void daysAreThoseOfTheZone() {
        Scene k = on("10/day fixed-window Europe/Berlin");
        k.acquire(10).allowed(0, ofHours(22));
        k.acquire(1).refused(ofHours(22), 0, ofHours(22));
        k.at(Duration.ofDays(15).plusHours(22).toMillis());
        k.acquire(10).allowed(0, ofHours(25));
        k.at(Duration.ofDays(16).plusHours(22).toMillis());
        k.acquire(1).refused(ofHours(1), 0, ofHours(1));
        k.at(Duration.ofDays(16).plusHours(23).toMillis());
        k.acquire(1).allowed(9, ofHours(24));
    }

    @Test
    default void anAnchoredWindowOpensWithTheFirstRequest() {
        Scene k = on("5/s fixed-window anchored");
        k.at(300);
        k.acquire(2).allowed(3, 1000).by("5/s fixed-window anchored");
        k.at(800);
        k.acquire(4).refused(500, 3, 500);
        k.acquire(3).allowed(0, 500);
        k.at(1299);
        k.acquire(1).refused(1, 0, 1);
        k.at(1300);
        k.acquire(1).allowed(4, 1000);
        k.at(5000);
        k.acquire(1).allowed(4, 1000);
        k.acquire(6).never(4, 1000);
    }

    @Test
    default void debtKeepsAnAnchoredWindowGoing() {
        Scene k = on("5/s fixed-window anchored");
        k.at(300);
        k.penalize(12).allowed(0, 3000);
        k.acquire(1).refused(2000, 0, 3000);
        k.at(2300);
        k.peek(3).allowed(3, 1000);
        k.peek(4).refused(1000, 3, 1000);
    }
}
