package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whether a shared store is up, and that each change is told once. */
@SuppressWarnings("FutureReturnValueIgnored") // complete at once
class AvailabilityTest {
    private static final Duration BUDGET = GuardedStore.DEFAULT_BUDGET;
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final FakeRemote remote = new FakeRemote(clock);
    private final List<String> told = new ArrayList<>();
    private final GuardedStore store =
            new GuardedStore(remote, OnFailure.REFUSE, BUDGET, InstanceCount.of(1), new Availability.Listener() {
                @Override
                public void down(Throwable cause) {
                    told.add("down: " + RootCause.of(cause));
                }

                @Override
                public void up(Duration afterOutage) {
                    told.add("up after " + afterOutage.toSeconds());
                }
            });

    private boolean isUp() {
        return store.health().up();
    }

    private void breaks() {
        remote.does(question -> CompletableFuture.failedFuture(
                new IllegalStateException("no connection", new IllegalStateException("WRONGPASS invalid password"))));
    }

    @Test
    void isNotUpBeforeTheFirstTry() {
        assertThat(isUp()).isFalse();
        store.tryNow();
        assertThat(isUp()).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void aProbeThatFailsSaysWhatIsAtTheBottomOfIt() {
        breaks();
        store.tryNow();
        store.tryNow();
        assertThat(isUp()).isFalse();
        assertThat(told).containsExactly("down: WRONGPASS invalid password");
        assertThat(store.health().lastFailure().orElseThrow().cause()).isEqualTo("WRONGPASS invalid password");
        assertThat(store.health().fallbacks()).as("nobody asked").isZero();
    }

    @Test
    void aSlowProbeCountsWhenItIsTheThirdInARow() {
        store.tryNow();
        remote.neverAnswers();
        for (int i = 0; i < 2; i++) {
            store.tryNow();
            clock.advance(BUDGET);
        }
        assertThat(isUp()).isTrue();
        store.tryNow();
        clock.advance(BUDGET);
        assertThat(isUp()).isFalse();
        assertThat(told).hasSize(1);
    }

    @Test
    @SuppressWarnings("try") // it runs until the block ends
    void withoutTrafficItIsTriedFromTimeToTime() {
        try (Probing probing = Probing.start(store, clock, EVERY)) {
            clock.advance(EVERY);
            assertThat(isUp()).isTrue();
            breaks();
            clock.advance(EVERY.multipliedBy(2));
            assertThat(isUp()).isFalse();
            remote.works();
            clock.advance(EVERY.multipliedBy(12));
            assertThat(isUp()).isTrue();
            assertThat(told).hasSize(2);
            assertThat(told.get(0)).isEqualTo("down: WRONGPASS invalid password");
            assertThat(told.get(1)).startsWith("up after ");
        }
        int asked = remote.asked();
        clock.advance(EVERY.multipliedBy(5));
        assertThat(remote.asked()).as("closed").isEqualTo(asked);
    }

    @Test
    @SuppressWarnings("try") // it runs until the block ends
    void withTrafficNothingElseIsAsked() {
        try (Probing probing = Probing.start(store, clock, EVERY)) {
            for (int i = 0; i < 10; i++) {
                store.limiter("search", Limit.perSecond(10)).tryAcquire("ann");
                clock.advance(EVERY);
            }
            assertThat(remote.asked()).isEqualTo(10);
        }
    }

    @Test
    void anOpenedBreakerSaysSoOnce() {
        store.tryNow();
        breaks();
        for (int i = 0; i < 100; i++) {
            store.limiter("search", Limit.perSecond(10)).tryAcquire("ann");
            clock.advance(Duration.ofMillis(10));
        }
        assertThat(isUp()).isFalse();
        remote.works();
        clock.advance(Duration.ofSeconds(6));
        store.limiter("search", Limit.perSecond(10)).tryAcquire("ann");
        assertThat(isUp()).isTrue();
        assertThat(told).hasSize(2);
    }

    @Test
    void aFailureNowAndThenSaysNothing() {
        store.tryNow();
        breaks();
        store.limiter("search", Limit.perSecond(10)).tryAcquire("ann");
        assertThat(isUp()).isTrue();
        assertThat(told).isEmpty();
    }
}
