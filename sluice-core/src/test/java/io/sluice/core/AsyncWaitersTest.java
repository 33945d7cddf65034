package io.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AsyncWaitersTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private final Store store = Store.memory(clock);
    private final AsyncRateLimiter limiter = store.limiter("search", Limit.perMinute(1));

    /** For the second permit, which is a minute away. */
    private CompletableFuture<Decision> waiting() {
        assertThat(limiter.acquire("ann", 1, LONG)).isCompleted();
        return limiter.acquire("ann", 1, LONG);
    }

    @Test
    void areReleasedWhenTheStoreIsClosed() {
        CompletableFuture<Decision> waiting = waiting();
        assertThat(waiting).isNotDone();
        store.close();
        assertThat(waiting.join().never()).isTrue();
        assertThat(clock.alarms()).as("nobody waits").isEmpty();
    }

    @Test
    void goWhenTheirTimeHasCome() {
        CompletableFuture<Decision> waiting = waiting();
        assertThat(store.waiters().size()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(1));
        assertThat(waiting.join().allowed()).isTrue();
        assertThat(store.waiters().size()).isZero();
        store.close();
        assertThat(waiting.join().allowed()).isTrue();
    }

    @Test
    void goWhenTheyGiveUp() {
        waiting().cancel(true);
        assertThat(store.waiters().size()).isZero();
    }

    @Test
    void doNotBeginToWaitOnceClosed() {
        store.waiters().close();
        assertThat(waiting().join().never()).isTrue();
    }
}
