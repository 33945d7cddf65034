package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.AsyncReservation;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the shared store has given is not given once more where it answers too late, or not at all. */
class LateAnswersTest {
    private static final Duration BUDGET = GuardedStore.DEFAULT_BUDGET;

    private final ManualClock clock = new ManualClock();
    private final FakeRemote remote = new FakeRemote(clock);
    private int instances = 2;
    private final GuardedStore store = new GuardedStore(remote, OnFailure.LOCAL, BUDGET, () -> instances);
    private final AsyncRateLimiter limiter = store.limiter("search", Limit.of(20, Duration.ofHours(1)));

    private static Decision now(CompletionStage<Decision> stage) {
        assertThat(stage.toCompletableFuture()).isCompleted();
        return stage.toCompletableFuture().join();
    }

    /** Asks, and waits in vain. */
    private Decision late(CompletionStage<Decision> stage) {
        clock.advance(BUDGET);
        return now(stage);
    }

    private Decision lateFor(String key) {
        return late(limiter.tryAcquire(key));
    }

    static Stream<Limit> limitsOfEveryKind() {
        Limit limit = Limit.of(20, Duration.ofHours(1));
        return Stream.of(
                limit,
                limit.leakyBucket(20),
                limit.leakyQueue(20),
                limit.fixedWindow(),
                limit.anchoredWindow(),
                limit.slidingWindow(),
                limit.subWindows(6),
                limit.slidingLog());
    }

    @ParameterizedTest
    @MethodSource("limitsOfEveryKind")
    void aKeyThatIsUsedUpHasNothingLeftHereEither(Limit limit) {
        AsyncRateLimiter other = store.limiter("other", limit);
        assertThat(now(other.tryAcquire("ann", 20)).allowed()).isTrue();
        remote.neverAnswers();
        assertThat(late(other.tryAcquire("ann")).allowed()).isFalse();
        remote.fails();
        Decision refused = now(other.tryAcquire("ann"));
        assertThat(refused.allowed()).isFalse();
        assertThat(refused.limit()).isEqualTo(10);
        assertThat(refused.retryAfter()).isBetween(Duration.ofMinutes(1), Duration.ofHours(2));
        clock.advance(refused.retryAfter());
        assertThat(now(other.tryAcquire("ann")).allowed()).as("as promised").isTrue();
    }

    @Test
    void aPartOfWhatWasLeftIsGivenHere() {
        now(limiter.tryAcquire("ann", 12));
        remote.neverAnswers();
        assertThat(Stream.generate(() -> lateFor("ann")).limit(8).filter(Decision::allowed))
                .hasSize(4);
    }

    @Test
    void aKeyThatNobodyHasHeardOfHasItsShare() {
        remote.neverAnswers();
        assertThat(Stream.generate(() -> lateFor("ann")).limit(20).filter(Decision::allowed))
                .hasSize(10);
    }

    @Test
    void whatIsSaidTooLateIsHeardAllTheSame() {
        remote.neverAnswers();
        assertThat(lateFor("ann").allowed()).isTrue();
        remote.unanswered().get(0).complete(Answer.of(Decision.allowed(limiter.limits()[0], 1, 0, 0, 0)));
        assertThat(lateFor("ann").allowed()).isFalse();
    }

    @Test
    void whatIsEarnedWhileWaitingIsForOthers() {
        instances = 1;
        AsyncRateLimiter fast = store.limiter("fast", Limit.perSecond(50).burst(10));
        now(fast.tryAcquire("ann", 10));
        remote.neverAnswers();
        assertThat(late(fast.tryAcquire("ann")).allowed()).isFalse();
        clock.advance(BUDGET);
        assertThat(late(fast.tryAcquire("ann")).allowed())
                .as("earned before it was asked")
                .isTrue();
    }

    @Test
    void whatIsEarnedAtFirstWhenRedisIsGoneMayBeOfOthers() {
        instances = 1;
        AsyncRateLimiter fast = store.limiter("fast", Limit.perSecond(50).burst(10));
        now(fast.tryAcquire("ann", 10));
        remote.fails();
        clock.advance(Duration.ofMillis(119));
        assertThat(now(fast.tryAcquire("ann")).allowed()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(now(fast.tryAcquire("ann")).allowed()).isTrue();
    }

    @Test
    void aSliceIsNoLargerThanWhatIsLeft() {
        now(limiter.tryAcquire("ann", 14));
        remote.fails();
        assertThat(now(limiter.tryAcquireUpTo("ann", 10)).granted()).isEqualTo(3);
        assertThat(now(limiter.tryAcquireUpTo("ann", 10)).allowed()).isFalse();
    }

    @Test
    void aReservationIsForWhenItIsEarned() {
        now(limiter.tryAcquire("ann", 20));
        remote.fails();
        clock.advance(Duration.ofMillis(100));
        Duration each = Duration.ofMinutes(6);
        assertThat(now(limiter.reserve("ann", 1, Duration.ofHours(1)).thenApply(AsyncReservation::decision))
                        .delay())
                .isEqualTo(each);
        assertThat(now(limiter.reserve("ann", 1, Duration.ofHours(1)).thenApply(AsyncReservation::decision))
                        .delay())
                .isEqualTo(each.multipliedBy(2));
        assertThat(now(limiter.reserve("ann", 1, each).thenApply(AsyncReservation::decision))
                        .allowed())
                .isFalse();
    }

    @Test
    void peekingSaysWhatTryingWould() {
        now(limiter.tryAcquire("ann", 16));
        remote.fails();
        assertThat(now(limiter.peek("ann", 2)).allowed()).isTrue();
        assertThat(now(limiter.peek("ann", 3)).allowed()).isFalse();
    }

    @Test
    void aResetBeginsAnew() {
        now(limiter.tryAcquire("ann", 20));
        remote.fails();
        now(limiter.reset("ann"));
        assertThat(now(limiter.tryAcquire("ann", 10)).allowed()).isTrue();
    }

    @Test
    void ofSeveralKeysOnlyTheOneThatIsBindingIsShort() {
        AsyncRateLimiter all = store.limiter("all", Limit.perMinute(1_000));
        var both = AsyncCharges.of(limiter, "ann", 1).and(all, "everybody", 1);
        now(limiter.tryAcquire("ann", 19));
        now(both.tryAcquire());
        remote.fails();
        assertThat(now(both.tryAcquire()).allowed()).isFalse();
        var other = AsyncCharges.of(limiter, "ben", 1).and(all, "everybody", 1);
        assertThat(now(other.tryAcquire()).allowed()).isTrue();
    }
}
