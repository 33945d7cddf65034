package io.sluice.testkit;

import static java.time.Duration.ofMillis;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Limits that look back over a period: two counters, counters of parts, and a log. */
interface SlidingCases extends StoreCases {
    /** Something weighed and rounded down is less a moment after, not at, the time at which it is a whole number. */
    private static Duration justAfter(long millis) {
        return ofMillis(millis).plusNanos(1);
    }

    @Test
    default void theWindowBeforeCountsByItsShare() {
        Scene k = on("10/s sliding-window");
        k.acquire(10).allowed(0, justAfter(1900)).by("10/s sliding-window");
        k.acquire(1).refused(justAfter(1000), 0, justAfter(1900));
        k.at(1500);
        k.acquire(5).allowed(0, justAfter(1300));
        k.acquire(1).refused(justAfter(0), 0, justAfter(1300));
        k.at(1600);
        k.acquire(1).allowed(0, Duration.ofNanos(1_233_333_334));
        k.at(2000);
        k.acquire(1).allowed(3, justAfter(1000));
        k.acquire(11).never(3, justAfter(1000));
        k.at(5000);
        k.peek(10).allowed(10, 0);
    }

    /** 25 weigh less than 10 when less than 0.4 of their window is left. */
    @Test
    default void debtWeighsInTheNextWindow() {
        Scene k = on("10/s sliding-window");
        k.penalize(25).allowed(0, justAfter(1960));
        k.acquire(1).refused(justAfter(1600), 0, justAfter(1960));
        k.at(1601);
        k.acquire(1).allowed(0, justAfter(399));
    }

    /** Parts of 250 ms; the current one and the four before count. */
    @Test
    default void partsComeBackOneByOne() {
        Scene k = on("4/s sub-windows 4");
        k.acquire(2).allowed(2, 1250).by("4/s sub-windows 4");
        k.at(600);
        k.acquire(2).allowed(0, 1150);
        k.at(1000);
        k.acquire(1).refused(250, 0, 750);
        k.at(1250);
        k.acquire(2).allowed(0, 1250);
        k.acquire(1).refused(500, 0, 1250);
        k.acquire(3).refused(1250, 0, 1250);
        k.acquire(5).never(0, 1250);
        k.at(2500);
        k.peek(4).allowed(4, 0);
    }

    @Test
    default void debtOfAPartGoesWithThePart() {
        Scene k = on("4/s sub-windows 4");
        k.at(100);
        k.penalize(6).allowed(0, 1150);
        k.acquire(1).refused(1150, 0, 1150);
        k.at(1250);
        k.acquire(4).allowed(0, 1250);
    }

    @Test
    default void aLogForgetsEachGrantAfterAPeriod() {
        Scene k = on("3/s sliding-log");
        k.acquire(1).allowed(2, 1000).by("3/s sliding-log");
        k.at(600);
        k.acquire(2).allowed(0, 1000);
        k.at(999);
        k.acquire(1).refused(1, 0, 601);
        k.at(1000);
        k.acquire(1).allowed(0, 1000);
        k.acquire(2).refused(600, 0, 1000);
        k.acquire(3).refused(1000, 0, 1000);
        k.acquire(4).never(0, 1000);
        k.at(1600);
        k.acquire(2).allowed(0, 1000);
        k.at(2600);
        k.peek(3).allowed(3, 0);
    }

    @Test
    default void debtInALogGoesAfterAPeriod() {
        Scene k = on("3/s sliding-log");
        k.acquire(1).allowed(2, 1000);
        k.at(400);
        k.penalize(5).allowed(0, 1000);
        k.acquire(1).refused(1000, 0, 1000);
        k.at(1400);
        k.acquire(3).allowed(0, 1000);
    }

    @Test
    default void aLogOfManyGrantsIsExact() {
        Scene k = on("100/s sliding-log");
        for (int i = 0; i < 100; i++) {
            k.at(10L * i);
            k.acquire(1).allowed(99 - i, 1000);
        }
        k.acquire(1).refused(10, 0, 1000);
        k.acquire(50).refused(500, 0, 1000);
        k.at(1490);
        k.acquire(50).allowed(0, 1000);
    }
}
