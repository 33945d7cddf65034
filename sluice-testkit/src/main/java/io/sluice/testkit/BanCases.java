package io.sluice.testkit;

import org.junit.jupiter.api.Test;

/** Keys that are refused whatever their permits. */
interface BanCases extends StoreCases {
    @Test
    default void aBanEndsByItself() {
        Scene k = on("10/s burst 20");
        k.block(5000).allowed(0, 5000);
        k.acquire(1).refused(5000, 0, 5000).blocked();
        k.key("other").acquire(1).allowed(19, 100);
        k.at(4999);
        k.acquire(1).refused(1, 0, 1).blocked();
        k.at(5000);
        k.acquire(1).allowed(19, 100);
    }

    @Test
    default void aBanHoldsForEveryVerbThatTakes() {
        Scene k = on("10/s burst 20");
        k.block(5000).allowed(0, 5000);
        k.upTo(3).refused(5000, 0, 5000).blocked();
        k.reserved(1, 10_000).refused(5000, 0, 5000).blocked();
        k.waited(k.waitFor(1, 10_000), 1).refused(5000, 0, 5000).blocked();
        k.peek(1).refused(5000, 0, 5000).blocked();
    }

    @Test
    default void noPermitsLookBehindTheBan() {
        Scene k = on("10/s burst 20");
        k.acquire(5).allowed(15, 500);
        k.block(5000).allowed(0, 5000);
        k.peek(0).allowed(15, 500);
        k.acquire(0).allowed(15, 500);
    }

    @Test
    default void anotherBanReplacesIt() {
        Scene k = on("10/s burst 20");
        k.block(5000).allowed(0, 5000);
        k.block(1000).allowed(0, 1000);
        k.acquire(1).refused(1000, 0, 1000).blocked();
        k.block(9000).allowed(0, 9000);
        k.at(8999);
        k.acquire(1).refused(1, 0, 1).blocked();
    }

    @Test
    default void aBanForEverStays() {
        Scene k = on("10/s burst 20");
        k.blockForEver().allowed(0, Seen.NEVER);
        k.at(86_400_000);
        k.acquire(1).never(0, Seen.NEVER).blocked();
        k.unblock().allowed(20, 0);
        k.acquire(1).allowed(19, 100);
    }

    @Test
    default void unblockingKeepsWhatWasUsed() {
        Scene k = on("10/s burst 20");
        k.acquire(2).allowed(18, 200);
        k.block(3_600_000).allowed(0, 3_600_000);
        k.unblock().allowed(18, 200);
        k.acquire(18).allowed(0, 2000);
        k.unblock().allowed(0, 2000);
    }

    @Test
    default void permitsComeBackDuringABan() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        k.block(1000).allowed(0, 2000);
        k.acquire(1).refused(1000, 0, 1000).blocked();
        k.at(1000);
        k.acquire(10).allowed(0, 2000);
    }

    @Test
    default void refundAndPenalizeCountDuringABan() {
        Scene k = on("10/s burst 20");
        k.block(5000).allowed(0, 5000);
        k.penalize(8).allowed(12, 800);
        k.refund(3).allowed(15, 500);
        k.acquire(1).refused(5000, 0, 5000).blocked();
        k.unblock().allowed(15, 500);
    }

    @Test
    default void resetEndsABan() {
        Scene k = on("10/s burst 20");
        k.acquire(5).allowed(15, 500);
        k.blockForEver().allowed(0, Seen.NEVER);
        k.reset().allowed(20, 0);
        k.acquire(20).allowed(0, 2000);
    }
}
