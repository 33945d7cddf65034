package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.BlockingRateLimiter;
import io.sluice.core.Decision;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Waiting for permits of a bucket of 10/s burst 20. */
interface WaitingCases extends StoreCases {
    @Test
    default void whatIsThereNeedsNoWaiting() {
        Scene k = on("10/s burst 20");
        k.waited(k.waitFor(1, 0), 1).allowed(19, 100);
    }

    @Test
    default void theWaitEndsWhenThePermitsAreThere() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        CompletableFuture<Decision> waiting = k.waitFor(1, 1000);
        k.at(99);
        assertThat(waiting).isNotDone();
        k.at(100);
        k.waited(waiting, 1).allowedAfter(100, 0, 2100);
        k.peek(0).allowed(0, 2000);
    }

    @Test
    default void whoComesFirstWaitsLess() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        CompletableFuture<Decision> first = k.waitFor(1, 1000);
        CompletableFuture<Decision> second = k.waitFor(2, 1000);
        k.at(100);
        k.waited(first, 1).allowedAfter(100, 0, 2100);
        k.at(299);
        assertThat(second).isNotDone();
        k.at(300);
        k.waited(second, 2).allowedAfter(300, 0, 2300);
    }

    @Test
    default void aHopelessWaitIsRefusedAtOnce() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        k.waited(k.waitFor(5, 100), 5).refused(400, 0, 2000);
        k.waited(k.waitFor(21, 3_600_000), 21).never(0, 2000);
        k.peek(0).allowed(0, 2000);
    }

    @Test
    default void whoStopsWaitingGivesThePermitsBack() {
        Scene k = on("10/s burst 20");
        k.acquire(20).allowed(0, 2000);
        CompletableFuture<Decision> waiting = k.waitFor(5, 1000);
        k.peek(0).allowed(0, 2500);
        assertThat(waiting.cancel(true)).isTrue();
        Deadline.await(
                Duration.ofSeconds(20),
                () -> k.peek(0).decision().resetAfter().equals(Duration.ofSeconds(2)),
                () -> "the permits did not come back: " + k.peek(0).decision());
    }

    @Test
    default void callersThatMayBlockGetTheSameAnswers() throws TimeoutException, InterruptedException {
        Scene k = on("10/s burst 20");
        BlockingRateLimiter blocking = k.limiter().blocking(Duration.ofSeconds(20));
        assertThat(blocking.tryAcquire("k", 15).remaining()).isEqualTo(5);
        assertThat(blocking.tryAcquire("k", 6).retryAfter()).isEqualTo(Duration.ofMillis(100));
        k.acquire(5).allowed(0, 2000);
    }
}
