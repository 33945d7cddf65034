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
        makeBusy();
        clock.advance(LeasedStore.VALID);
        remote.hold();
        var caller = limiter.tryAcquire("ann").toCompletableFuture();
        Runnable late = remote.decide();
        clock.advance(LeasedStore.VALID);
        late.run();
        assertThat(caller).isNotDone();
        assertThat(remote.waiting()).as("asks for itself").isEqualTo(1);
        remote.release();
        assertThat(caller.join().allowed()).isTrue();
        assertThat(limiter.tryAcquire("ann").toCompletableFuture())
                .as("nothing is left")
                .isNotDone();
    }

    @Test
    void aLostAnswerKeepsNobodyFromAskingForALease() {
        makeBusy();
        clock.advance(LeasedStore.VALID);
        remote.hold();
        var lost = limiter.tryAcquire("ann").toCompletableFuture();
        Runnable lateAnswer = remote.decide();
        clock.advance(LeasedStore.VALID);
        var next = limiter.tryAcquire("ann").toCompletableFuture();
        remote.release();
        assertThat(next.join().allowed()).isTrue();
        remote.answer();
        makeBusy();
        assertThat(acquire(1).remaining()).as("from a lease").isPositive();
        remote.hold();
        lateAnswer.run();
        remote.release();
        assertThat(lost.join().allowed()).as("answered after all").isTrue();
    }

    @Test
    void aFailureReachesItsCaller() {
        remote.hold();
        var first = limiter.tryAcquire("ann").toCompletableFuture();
        var second = limiter.tryAcquire("ann").toCompletableFuture();
        remote.fail(new IllegalStateException("gone"));
        assertThatThrownBy(first::join).hasRootCauseMessage("gone");
        remote.release();
        assertThat(second.join().allowed()).isTrue();
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
