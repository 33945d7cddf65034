package io.sluice.testkit;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofNanos;

import io.sluice.core.Limit;
import org.junit.jupiter.api.Test;

/** 10/s burst 20: a permit comes back every 100 ms, all within 2 s. */
interface TokenBucketCases extends StoreCases {
    @Test
    default void aBucketStartsFull() {
        on("10/s burst 20").peek(20).allowed(20, 0);
    }

    @Test
    default void aBucketGivesWhatItHolds() {
        Scene k = on("10/s burst 20");
        k.acquire(1).allowed(19, 100).by("10/s burst 20");
        k.acquire(19).allowed(0, 2000);
        k.acquire(1).refused(100, 0, 2000).by("10/s burst 20");
    }

    @Test
    default void aBucketRefillsEvenly() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        k.at(100);
        k.acquire(1).allowed(0, 2000);
        k.at(150);
        k.acquire(1).refused(50, 0, 1950);
        k.at(199);
        k.acquire(1).refused(1, 0, 1901);
        k.at(200);
        k.acquire(1).allowed(0, 2000);
        k.at(1250);
        k.acquire(5).allowed(5, 1450);
    }

    @Test
    default void aBucketIsNeverMoreThanFull() {
        Scene k = on("10/s burst 20");
        k.acquire(7).allowed(13, 700);
        k.at(699);
        k.peek(20).refused(1, 19, 1);
        k.at(700);
        k.peek(20).allowed(20, 0);
        k.at(90_000);
        k.acquire(20).allowed(0, 2000);
    }

    @Test
    default void aRefusalChangesNothing() {
        Scene k = on("10/s burst 20");
        k.acquire(15).allowed(5, 1500);
        k.acquire(6).refused(100, 5, 1500);
        k.acquire(20).refused(1500, 5, 1500);
        k.acquire(5).allowed(0, 2000);
    }

    @Test
    default void manyAtOnceAreAsManySingles() {
        Scene k = on("10/s burst 20");
        for (int i = 1; i <= 20; i++) {
            k.acquire(1).allowed(20 - i, 100L * i);
        }
        k.key("other").acquire(20).allowed(0, 2000);
    }

    @Test
    default void moreThanTheCapacityIsNever() {
        Scene k = on("10/s burst 20");
        k.acquire(21).never(20, 0);
        k.acquire(5).allowed(15, 500);
        k.acquire(21).never(15, 500);
        k.acquire(Limit.MOST_PERMITS).never(15, 500);
    }

    @Test
    default void noPermitsAreAlwaysAllowed() {
        Scene k = on("10/s burst 20");
        k.acquire(0).allowed(20, 0);
        k.acquire(20).allowed(0, 2000);
        k.acquire(0).allowed(0, 2000);
    }

    /** A third of a second is 333,333,333.3 ns. */
    @Test
    default void fractionsAreRoundedUpAndNeverLost() {
        Scene k = on("3/s burst 3");
        k.acquire(1).allowed(2, ofNanos(333_333_334));
        k.acquire(1).allowed(1, ofNanos(666_666_667));
        k.acquire(1).allowed(0, 1000);
        k.acquire(1).refused(ofNanos(333_333_334), 0, ofNanos(1_000_000_000));
        k.at(1000);
        k.acquire(3).allowed(0, 1000);
    }

    @Test
    default void whatNeverComesBackIsNeverReset() {
        Scene k = on("0/s burst 5");
        k.acquire(5).allowed(0, Seen.NEVER);
        k.at(86_400_000);
        k.acquire(1).never(0, Seen.NEVER);
        k.refund(1).allowed(1, Seen.NEVER);
    }

    @Test
    default void withoutALimitEverythingPasses() {
        Scene k = named("free", Limit.unlimited());
        k.acquire(Limit.MOST_PERMITS).allowed(Limit.MOST_PERMITS, 0);
        k.acquire(1).allowed(Limit.MOST_PERMITS, 0);
    }

    @Test
    default void longPeriodsAndManyPermitsAreExact() {
        named("year", "1/366d burst 1").acquire(1).allowed(0, ofDays(366));
        named("year", "1/366d burst 1").acquire(1).refused(ofDays(366), 0, ofDays(366));
        Scene many = named("many", "2000000000/s burst 2000000000");
        many.acquire(2_000_000_000).allowed(0, 1000);
        many.at(1);
        many.acquire(2_000_000).allowed(0, 1000);
        many.acquire(2000).refused(ofNanos(1000), 0, ofNanos(1_000_000_000));
    }
}
