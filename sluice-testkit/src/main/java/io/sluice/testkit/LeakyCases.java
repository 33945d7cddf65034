package io.sluice.testkit;

import org.junit.jupiter.api.Test;

/** 2/s with ten places: one leaves every 500 ms, all within 5 s. */
interface LeakyCases extends StoreCases {
    @Test
    default void aMeterDrainsAtTheRate() {
        Scene k = on("2/s leaky-bucket 10");
        k.acquire(10).allowed(0, 5000).by("2/s leaky-bucket 10");
        k.acquire(1).refused(500, 0, 5000);
        k.at(500);
        k.acquire(1).allowed(0, 5000);
        k.acquire(11).never(0, 5000);
        k.at(5500);
        k.peek(10).allowed(10, 0);
    }

    @Test
    default void aQueueLetsRequestsLeaveEvenlySpaced() {
        Scene k = on("2/s leaky-queue 10");
        for (int i = 0; i < 10; i++) {
            k.acquire(1).allowedAfter(500L * i, 9 - i, 500L * (i + 1));
        }
        k.acquire(1).refused(500, 0, 5000).by("2/s leaky-queue 10");
        k.at(250);
        k.acquire(1).refused(250, 0, 4750);
        k.at(500);
        k.acquire(1).allowedAfter(4500, 0, 5000);
    }

    @Test
    default void severalLeaveAQueueWithTheLastOfThem() {
        Scene k = on("2/s leaky-queue 10");
        k.acquire(3).allowedAfter(1000, 7, 1500);
        k.peek(1).allowedAfter(1500, 7, 1500);
        k.peek(2).allowedAfter(2000, 7, 1500);
        k.peek(0).allowed(7, 1500);
        k.acquire(11).never(7, 1500);
    }

    @Test
    default void aQueueGivesUpToItsPlaces() {
        Scene k = on("2/s leaky-queue 10");
        k.upTo(3).allowedAfter(1000, 7, 1500).granted(3);
        k.upTo(30).allowedAfter(4500, 0, 5000).granted(7);
        k.upTo(1).refused(500, 0, 5000);
    }

    @Test
    default void aReservationLooksAtTheDelayNotAtThePlaces() {
        Scene k = on("2/s leaky-queue 10");
        k.acquire(10).allowedAfter(4500, 0, 5000);
        k.reserved(1, 10_000).allowedAfter(5000, 0, 5500);
        k.reserved(1, 5000).refused(500, 0, 5500);
        k.at(500);
        k.reserved(1, 5000).allowedAfter(5000, 0, 5500);
    }
}
