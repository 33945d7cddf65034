package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncReservation;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A user of 5/s (200 ms each) and everybody of 8/s (125 ms each): a request costs the user one and everybody two. */
interface SeveralKeysCases extends StoreCases {
    private Scene user() {
        return named("user", "5/s burst 5");
    }

    private Scene everybody() {
        return named("everybody", "8/s burst 8");
    }

    private AsyncCharges request() {
        return AsyncCharges.of(user().limiter(), "k", 1).and(everybody().limiter(), "k", 2);
    }

    /** Charged once, if allowed. */
    private Seen once(CompletionStage<Decision> stage) {
        return new Seen(Scene.answer(stage), 1, tick());
    }

    private Seen state(CompletionStage<Decision> stage) {
        return new Seen(Scene.answer(stage), 0, tick());
    }

    Duration tick();

    @Test
    default void everyKeyIsCharged() {
        once(request().tryAcquire()).allowed(4, 250).by("8/s burst 8");
        user().peek(0).allowed(4, 200);
        everybody().peek(0).allowed(6, 250);
    }

    @Test
    default void oneRefusalChargesNobody() {
        everybody().acquire(7).allowed(1, 875);
        once(request().tryAcquire()).refused(125, 1, 875).by("8/s burst 8");
        user().peek(0).allowed(5, 0);
        everybody().peek(0).allowed(1, 875);
    }

    @Test
    default void theLongestWaitOfAllKeysCounts() {
        everybody().acquire(8).allowed(0, 1000);
        user().acquire(5).allowed(0, 1000);
        once(request().tryAcquire()).refused(250, 0, 1000).by("8/s burst 8");
        everybody().refund(2).allowed(2, 750);
        once(request().tryAcquire()).refused(200, 0, 1000).by("5/s burst 5");
    }

    @Test
    default void moreThanOneKeyCanEverGiveIsNever() {
        Scene user = user();
        Scene everybody = everybody();
        AsyncCharges tooMany = AsyncCharges.of(user.limiter(), "k", 1).and(everybody.limiter(), "k", 9);
        once(tooMany.tryAcquire()).never(5, 0).by("8/s burst 8");
    }

    @Test
    default void theSameKeyTwiceCostsBoth() {
        Scene user = user();
        AsyncCharges twice = AsyncCharges.of(user.limiter(), "k", 2)
                .and(user.limiter(), "k", 2)
                .and(everybody().limiter(), "k", 1);
        once(twice.tryAcquire()).allowed(1, 800).by("5/s burst 5");
        once(twice.tryAcquire()).refused(600, 1, 800).by("5/s burst 5");
        user.peek(0).allowed(1, 800);
    }

    @Test
    default void keysOfOneLimiterAreTwoKeys() {
        Scene user = user();
        AsyncCharges both = AsyncCharges.of(user.limiter(), "k", 2).and(user.limiter(), "friend", 3);
        once(both.tryAcquire()).allowed(2, 600);
        user.peek(0).allowed(3, 400);
        user.key("friend").peek(0).allowed(2, 600);
        once(both.tryAcquire()).refused(200, 2, 600);
        user.peek(0).allowed(3, 400);
    }

    @Test
    default void upToIsHowOftenEveryKeyAllows() {
        Decision decision = Scene.answer(request().tryAcquireUpTo(10));
        new Seen(decision, 4, tick()).allowed(0, 1000).by("8/s burst 8");
        user().peek(0).allowed(1, 800);
        once(request().tryAcquireUpTo(10)).refused(250, 0, 1000).granted(0);
    }

    /** Everybody's permits are used in 200 ms, together with the user's: until then none of them comes back. */
    @Test
    default void aPromiseIsForTheSameMoment() {
        user().acquire(5).allowed(0, 1000);
        AsyncReservation promise = Scene.answer(request().reserve(Duration.ofSeconds(1)));
        new Seen(promise.decision(), 1, tick()).allowedAfter(200, 0, 1200).by("5/s burst 5");
        user().peek(0).allowed(0, 1200);
        everybody().peek(0).allowed(4, 450);
        assertThat(Scene.answer(promise.cancel())).isTrue();
        user().peek(0).allowed(0, 1000);
        everybody().peek(0).allowed(8, 0);
    }

    @Test
    default void aPromiseThatOneKeyCannotKeepIsNoneForAny() {
        user().acquire(5).allowed(0, 1000);
        AsyncReservation refused = Scene.answer(request().reserve(Duration.ofMillis(150)));
        new Seen(refused.decision(), 1, tick()).refused(50, 0, 1000).by("5/s burst 5");
        everybody().peek(0).allowed(8, 0);
    }

    @Test
    default void peekLooksAtEveryKey() {
        state(request().peek()).allowed(5, 0);
        everybody().acquire(7).allowed(1, 875);
        state(request().peek()).refused(125, 1, 875).by("8/s burst 8");
    }

    @Test
    default void everyKeyIsPenalizedRefundedAndReset() {
        state(request().penalize()).allowed(4, 250).by("8/s burst 8");
        state(request().penalize()).allowed(3, 500);
        state(request().refund()).allowed(4, 250);
        state(request().reset()).allowed(5, 0);
        user().peek(0).allowed(5, 0);
        everybody().peek(0).allowed(8, 0);
    }

    @Test
    default void everyKeyIsBlockedAndUnblocked() {
        state(request().block(Duration.ofSeconds(3))).allowed(0, 3000);
        user().acquire(1).refused(3000, 0, 3000).blocked();
        everybody().acquire(1).refused(3000, 0, 3000).blocked();
        state(request().unblock()).allowed(5, 0);
        once(request().tryAcquire()).allowed(4, 250);
    }

    @Test
    default void oneBlockedKeyRefusesAll() {
        user().block(3000).allowed(0, 3000);
        once(request().tryAcquire()).refused(3000, 0, 3000).blocked().by("5/s burst 5");
        everybody().peek(0).allowed(8, 0);
    }

    @Test
    default void limitersOfDifferentStoresDoNotMix() {
        try (Store other = Store.memory()) {
            AsyncCharges here = AsyncCharges.of(user().limiter(), "k", 1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> here.and(other.limiter("user", Limit.perSecond(5)), "k", 1));
        }
    }
}
