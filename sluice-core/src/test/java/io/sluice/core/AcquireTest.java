package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AcquireTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private final RateLimiter limiter = Limiters.of(clock, "1/s burst 1");

    /** Waits until somebody waits. */
    private void awaitWaiter() {
        while (clock.alarms().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static Thread start(AtomicReference<Object> outcome, Waiting waiting) {
        Thread thread = new Thread(() -> {
            try {
                outcome.set(waiting.acquire());
            } catch (InterruptedException e) {
                outcome.set(e);
            }
        });
        thread.start();
        return thread;
    }

    private interface Waiting {
        Decision acquire() throws InterruptedException;
    }

    @Test
    void answersAtOnceWhenThePermitsAreThere() throws InterruptedException {
        assertThat(limiter.acquire("k", 1, Duration.ZERO).allowed()).isTrue();
        assertThat(clock.alarms()).isEmpty();
    }

    @Test
    void isRefusedAtOnceWhenItWouldTakeTooLong() throws InterruptedException {
        limiter.tryAcquire("k");
        Decision refused = limiter.acquire("k", 1, Duration.ofMillis(999));
        assertThat(refused.allowed()).isFalse();
        assertThat(clock.alarms()).isEmpty();
        assertThat(limiter.acquire("k", 2, LONG).never()).isTrue();
    }

    @Test
    void blocksUntilThePermitsMayBeUsed() throws InterruptedException {
        limiter.tryAcquire("k");
        AtomicReference<Object> outcome = new AtomicReference<>();
        Thread thread = start(outcome, () -> limiter.acquire("k", 1, LONG));
        awaitWaiter();
        clock.advanceNanos(999_999_999);
        assertThat(outcome.get()).isNull();
        clock.advanceNanos(1);
        thread.join();
        assertThat(outcome.get()).isInstanceOf(Decision.class);
        assertThat(((Decision) outcome.get()).allowed()).isTrue();
    }

    @Test
    void givesThePermitsBackWhenInterrupted() throws InterruptedException {
        limiter.tryAcquire("k");
        AtomicReference<Object> outcome = new AtomicReference<>();
        Thread thread = start(outcome, () -> limiter.acquire("k", 1, LONG));
        awaitWaiter();
        thread.interrupt();
        thread.join();
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        assertThat(clock.alarms()).isEmpty();
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void takesNothingWhenInterruptedBefore() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> limiter.acquire("k", 1, LONG)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(limiter.peek("k", 0).remaining()).isEqualTo(1);
    }

    @Test
    void completesAFutureOnTime() {
        limiter.tryAcquire("k");
        CompletableFuture<Decision> first = limiter.acquireAsync("k", 1, LONG);
        CompletableFuture<Decision> second = limiter.acquireAsync(Key.of("k"), 1, LONG);
        assertThat(clock.alarms()).containsExactly(1_000_000_000L, 2_000_000_000L);
        clock.advance(Duration.ofSeconds(1));
        assertThat(first.join().allowed()).isTrue();
        assertThat(second).isNotDone();
        clock.advance(Duration.ofSeconds(1));
        assertThat(second.join().delay()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void givesThePermitsBackWhenAFutureIsCancelled() {
        limiter.tryAcquire("k");
        assertThat(limiter.acquireAsync("k", 1, LONG).cancel(false)).isTrue();
        assertThat(clock.alarms()).isEmpty();
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void closingReleasesWhoWaitsWithoutTheirPermits() {
        limiter.tryAcquire("k");
        CompletableFuture<Decision> waiting = limiter.acquireAsync("k", 1, LONG);
        limiter.close();
        assertThat(waiting.join().allowed()).isFalse();
        assertThat(waiting.join().never()).isTrue();
        assertThat(clock.alarms()).isEmpty();
        assertThat(limiter.acquireAsync("k", 1, LONG).join().never()).isTrue();
        assertThat(limiter.tryAcquire("k").never()).isTrue();
    }

    @Test
    void closingReleasesWhoWaitsForSeveralKeys() {
        limiter.tryAcquire("k");
        RateLimiter other = Limiters.of(clock, "1/s");
        CompletableFuture<Decision> waiting =
                Charges.of(other, "o", 1).and(limiter, "k", 1).acquireAsync(LONG);
        assertThat(waiting).isNotDone();
        other.close();
        assertThat(waiting.join().allowed()).isFalse();
        assertThat(limiter.tryAcquire("k").retryAfter()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aFailureInAUsersCallbackHarmsNobodyElse() {
        limiter.tryAcquire("k");
        CompletableFuture<Void> user = limiter.acquireAsync("k", 1, LONG).thenAccept(decision -> {
            throw new IllegalStateException("of the user");
        });
        CompletableFuture<Decision> other = limiter.acquireAsync("k", 1, LONG);
        clock.advance(Duration.ofSeconds(2));
        assertThatThrownBy(user::join).isInstanceOf(CompletionException.class);
        assertThat(other.join().allowed()).isTrue();
    }
}
