package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeasedStoreTest {
    /** A permit a millisecond: 100 while a lease is valid. */
    private static final Limit LIMIT = Limit.parse("1000/s burst 1000");

    private static final long WHOLE = 900;

    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
    private final HeldStore remote = new HeldStore(clock);
    private final LeasedStore store = new LeasedStore(remote, () -> 1);
    private final AsyncRateLimiter limiter = store.limiter("api", LIMIT);

    private static Decision now(CompletionStage<Decision> stage) {
        assertThat(stage.toCompletableFuture()).isDone();
        return stage.toCompletableFuture().join();
    }

    private Decision acquire(long permits) {
        return now(limiter.tryAcquire("ann", permits));
    }

    /** Asks for single permits until refused. */
    private long drain(AsyncRateLimiter from) {
        long granted = 0;
        while (now(from.tryAcquire("ann")).allowed()) {
            granted++;
        }
        return granted;
    }

    private void makeBusy() {
        for (int i = 0; i < 100; i++) {
            acquire(1);
        }
    }

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
    void whoWaitsJoinsTheQuestionUnderWayAndIsServedInOrder() {
        remote.hold();
        List<Integer> served = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int caller = i;
            var unused = limiter.tryAcquire("ann").thenAccept(decision -> served.add(caller));
        }
        assertThat(remote.waiting()).isEqualTo(1);
        remote.release();
        assertThat(remote.waiting()).isEqualTo(1);
        remote.release();
        assertThat(served).containsExactly(0, 1, 2, 3, 4);
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
    void aRefusalIsRememberedUntilItsRetryAfter() {
        drain(limiter);
        Decision refused = acquire(1);
        int asked = remote.questions.size();
        clock.advanceNanos(refused.retryAfterNanos() - 1);
        assertThat(acquire(1).retryAfterNanos()).isEqualTo(1);
        assertThat(remote.questions).hasSize(asked);
        clock.advanceNanos(1);
        assertThat(acquire(1).allowed()).isTrue();
    }

    @Test
    void aRefusalSaysHowLongSeveralPermitsTake() {
        drain(limiter);
        clock.advanceNanos(500_000);
        Decision refused = acquire(3);
        assertThat(refused.retryAfterNanos()).isBetween(2_500_000L, 2_500_001L);
        assertThat(acquire(WHOLE + 1).never()).isTrue();
        clock.advanceNanos(refused.retryAfterNanos());
        assertThat(acquire(3).allowed()).isTrue();
    }

    @Test
    void refusedForManyIsNotRefusedForOne() {
        drain(limiter);
        clock.advance(Duration.ofMillis(3));
        assertThat(acquire(5).allowed()).isFalse();
        assertThat(acquire(1).allowed()).isTrue();
        assertThat(acquire(2).allowed()).isTrue();
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
    void aBanEndsTheLeaseAndUnblockTheBan() {
        makeBusy();
        now(limiter.block("ann", Duration.ofSeconds(30)));
        Decision blocked = acquire(1);
        assertThat(blocked.blocked()).isTrue();
        assertThat(blocked.retryAfter()).isEqualTo(Duration.ofSeconds(30));
        now(limiter.unblock("ann"));
        assertThat(acquire(1).allowed()).isTrue();
    }

    @Test
    void resetAndRefundAreSeenAtOnce() {
        drain(limiter);
        now(limiter.refund("ann", 3));
        assertThat(drain(limiter)).isEqualTo(3);
        now(limiter.reset("ann"));
        assertThat(drain(limiter)).isEqualTo(WHOLE);
    }

    @Test
    void aResetElsewhereIsSeenAfterASecond() {
        Limit slow = Limit.parse("20/h burst 100");
        AsyncRateLimiter here = store.limiter("slow", slow);
        AsyncRateLimiter elsewhere = new LeasedStore(remote, () -> 1).limiter("slow", slow);
        drain(here);
        now(elsewhere.reset("ann"));
        assertThat(now(here.tryAcquire("ann")).allowed()).isFalse();
        clock.advanceNanos(Refusal.MOST_NANOS);
        assertThat(now(here.tryAcquire("ann")).allowed()).isTrue();
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1000/s burst 15",
                "1000/s burst 399",
                "0/s burst 1000",
                "1000/s leaky-bucket 1000",
                "1000/s leaky-queue 1000",
                "1000/s fixed-window",
                "1000/min sliding-log"
            })
    void asksEveryTimeWhereLeasesMakeNoSense(String limit) {
        AsyncRateLimiter strict = store.limiter("strict", Limit.parse(limit));
        for (int i = 0; i < 10; i++) {
            now(strict.tryAcquire("ann"));
        }
        assertThat(remote.questions).hasSize(10);
        assertThat(remote.questions.get(0).charges().get(0).limits().limits()).containsExactly(Limit.parse(limit));
        assertThat(store.leasedKeys()).isZero();
    }

    @Test
    void leasesUpToAQuarterOfTheBurst() {
        assertThat(drain(store.limiter("quarter", Limit.parse("1000/s burst 400"))))
                .isEqualTo(300);
    }

    @Test
    void severalKeysAndLeasesCountTogether() {
        AsyncRateLimiter other = store.limiter("other", Limit.perHour(7));
        Decision both =
                now(AsyncCharges.of(limiter, "ann", 600).and(other, "x", 1).tryAcquire());
        assertThat(both.allowed()).isTrue();
        assertThat(drain(limiter)).isEqualTo(WHOLE - 600);
        assertThat(now(AsyncCharges.of(limiter, "ann", 1).and(other, "x", 1).tryAcquire())
                        .binding())
                .isEqualTo(LIMIT);
    }

    @Test
    void aReservationAndItsCancelAreCountedToo() {
        var reservation =
                limiter.reserve("ann", 900, Duration.ZERO).toCompletableFuture().join();
        assertThat(reservation.allowed()).isTrue();
        assertThat(acquire(1).allowed()).isFalse();
        assertThat(reservation.cancel().toCompletableFuture().join()).isTrue();
        assertThat(drain(limiter)).isEqualTo(WHOLE);
    }

    @Test
    void changedLimitsKeepWhatWasUsed() {
        drain(limiter);
        limiter.reconfigure(Limit.parse("1000/s burst 2000"));
        assertThat(drain(limiter)).isEqualTo(1_000);
        limiter.reconfigure(Limit.parse("1000/s burst 10"));
        assertThat(acquire(1).allowed()).isFalse();
    }

    @Test
    void keepsABoundedNumberOfKeysAndDropsIdleOnes() {
        LeasedStore small = new LeasedStore(remote, () -> 1, LeasedStore.VALID, 10);
        AsyncRateLimiter many = small.limiter("many", LIMIT);
        for (int i = 0; i < 1_000; i++) {
            assertThat(now(many.tryAcquire("key" + i)).allowed()).isTrue();
        }
        assertThat(small.leasedKeys()).isEqualTo(10);
        clock.advance(LeasedStore.VALID);
        now(many.tryAcquire("newcomer"));
        assertThat(small.leasedKeys()).isEqualTo(1);
    }

    @Test
    void closesTheStoreUnderneath() {
        assertThat(acquire(1).allowed()).isTrue();
        store.close();
        assertThat(acquire(1).never()).isTrue();
        assertThat(store.clock()).isSameAs(clock);
    }
}
