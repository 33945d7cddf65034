package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Question;
import org.junit.jupiter.api.Test;

/** Answers that are late, lost or failures, and instances that die. */
class LeasedFailuresTest extends LeasedScene {
    @Test
    void permitsThatComeTooLateAreNotUsed() {
        remote.hold();
        var first = limiter.tryAcquire("ann").toCompletableFuture();
        var second = limiter.tryAcquire("ann").toCompletableFuture();
        var third = limiter.tryAcquire("ann").toCompletableFuture();
        remote.release();
        Runnable late = remote.decide();
        clock.advance(LeasedStore.VALID);
        late.run();
        assertThat(first).isDone();
        assertThat(second).isNotDone();
        assertThat(remote.waiting()).as("each asks for itself").isEqualTo(2);
        remote.release();
        remote.release();
        assertThat(second.join().allowed()).isTrue();
        assertThat(third.join().allowed()).isTrue();
    }

    @Test
    void aLostAnswerIsNotWaitedForForEver() {
        makeBusy();
        clock.advance(LeasedStore.VALID);
        remote.hold();
        var lost = limiter.tryAcquire("ann").toCompletableFuture();
        Runnable neverHandedOver = remote.decide();
        var waiting = limiter.tryAcquire("ann").toCompletableFuture();
        clock.advance(LeasedStore.VALID);
        var next = limiter.tryAcquire("ann").toCompletableFuture();
        remote.release();
        assertThat(waiting).isDone();
        assertThat(next).isDone();
        neverHandedOver.run();
        assertThat(lost).as("its own question, answered after all").isDone();
    }

    @Test
    void aFailureReachesEverybodyWhoWaits() {
        remote.hold();
        var first = limiter.tryAcquire("ann").toCompletableFuture();
        var second = limiter.tryAcquire("ann").toCompletableFuture();
        remote.fail(new IllegalStateException("gone"));
        assertThatThrownBy(first::join).hasRootCauseMessage("gone");
        assertThatThrownBy(second::join).hasRootCauseMessage("gone");
        var third = limiter.tryAcquire("ann").toCompletableFuture();
        remote.release();
        assertThat(third.join().allowed()).isTrue();
    }

    @Test
    void whatADeadInstanceHeldIsAllThatIsLost() {
        AsyncRateLimiter dead = new LeasedStore(remote, () -> 1).limiter("api", LIMIT);
        long used = 0;
        for (int i = 0; i < 50; i++) {
            used += now(dead.tryAcquire("ann")).granted();
        }
        long held = remote.questions.stream().mapToLong(Question::most).sum() - used;
        assertThat(drain(limiter)).isEqualTo(WHOLE - used - held);
        clock.advanceNanos((used + held) * 1_000_000);
        assertThat(drain(limiter)).isEqualTo(used + held);
    }
}
