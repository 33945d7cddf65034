package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import io.sluice.core.Question.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Busy keys take permits ahead and decide from them. */
class LeasedStoreTest extends LeasedScene {
    @Test
    void aBusyKeyAsksSeldom() {
        for (int i = 0; i < 500; i++) {
            assertThat(acquire(1).allowed()).isTrue();
        }
        assertThat(remote.questions).hasSizeLessThan(40);
    }

    @Test
    void aKeyThatIsSeldomUsedTakesNothingAhead() {
        for (int i = 0; i < 20; i++) {
            assertThat(acquire(1).allowed()).isTrue();
            clock.advance(Duration.ofMillis(60));
        }
        assertThat(remote.questions).hasSize(20).allMatch(question -> question.verb() == Verb.TRY_ACQUIRE);
    }

    @Test
    void grantsAllButWhatALeaseEarns() {
        assertThat(drain(limiter)).isEqualTo(WHOLE);
    }

    @Test
    void answersAboutTheLimitThatWasAskedAbout() {
        makeBusy();
        Decision allowed = acquire(1);
        assertThat(allowed.binding()).isEqualTo(LIMIT);
        assertThat(allowed.limit()).isEqualTo(1_000);
        assertThat(allowed.granted()).isEqualTo(1);
        assertThat(allowed.remaining()).isLessThan(WHOLE);
        assertThat(allowed.resetAfterNanos()).isPositive();
        drain(limiter);
        assertThat(acquire(1).binding()).isEqualTo(LIMIT);
        assertThat(now(limiter.peek("ann", 1)).binding()).isEqualTo(LIMIT);
        now(limiter.block("ann"));
        Decision blocked = acquire(1);
        assertThat(blocked.blocked()).isTrue();
        assertThat(blocked.never()).isTrue();
        assertThat(blocked.binding()).isEqualTo(LIMIT);
    }

    @Test
    void whatRemainsIsThereForSure() {
        makeBusy();
        long remaining = acquire(1).remaining();
        remote.hold();
        for (long i = 0; i < remaining; i++) {
            assertThat(acquire(1).allowed()).isTrue();
        }
    }

    @Test
    void expiredPermitsAreDropped() {
        makeBusy();
        assertThat(acquire(1).remaining()).isPositive();
        clock.advance(LeasedStore.VALID);
        remote.hold();
        assertThat(limiter.tryAcquire("ann").toCompletableFuture()).isNotDone();
    }

    @Test
    void whoFindsAQuestionUnderWayAsksForItself() {
        remote.hold();
        List<Integer> served = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int caller = i;
            var unused = limiter.tryAcquire("ann").thenAccept(decision -> served.add(caller));
        }
        assertThat(remote.waiting()).isEqualTo(5);
        Runnable first = remote.decide();
        for (int i = 0; i < 4; i++) {
            remote.release();
        }
        assertThat(served).as("nobody waits for the first").containsExactly(1, 2, 3, 4);
        first.run();
        assertThat(served).containsExactly(1, 2, 3, 4, 0);
    }

    @Test
    void onlyOneQuestionUnderWayIsForALease() {
        makeBusy();
        clock.advance(LeasedStore.VALID);
        remote.questions.clear();
        remote.hold();
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.tryAcquire("ann").toCompletableFuture()).isNotDone();
        }
        assertThat(remote.questions).filteredOn(asked -> asked.most() > 1).hasSize(1);
        assertThat(remote.questions).hasSize(5);
    }

    @Test
    void asksForTheNextLeaseBeforeThisOneIsUsedUp() {
        makeBusy();
        remote.hold();
        while (remote.waiting() == 0) {
            assertThat(acquire(1).allowed()).isTrue();
        }
        assertThat(acquire(1).allowed()).isTrue();
        remote.release();
        assertThat(acquire(1).allowed()).isTrue();
    }

    @Test
    void severalPermitsComeFromTheLeaseIfItHasThem() {
        makeBusy();
        long remaining = acquire(1).remaining();
        remote.hold();
        assertThat(acquire(remaining).allowed()).isTrue();
        assertThat(limiter.tryAcquire("ann", 2).toCompletableFuture()).isNotDone();
    }

    @Test
    void zeroPermitsLookAndTakeNothing() {
        assertThat(acquire(0).allowed()).isTrue();
        assertThat(drain(limiter)).isEqualTo(WHOLE);
        assertThat(acquire(0).allowed()).isTrue();
    }

    @Test
    void closesTheStoreUnderneath() {
        assertThat(acquire(1).allowed()).isTrue();
        store.close();
        assertThat(acquire(1).never()).isTrue();
        assertThat(store.clock()).isSameAs(clock);
    }
}
