package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Answer;
import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every verb while the shared store is gone, and after. */
class OutageVerbsTest {
    private static final Limit TEN = Limit.perMinute(10);

    private final ManualClock clock = new ManualClock();
    private final FakeRemote remote = new FakeRemote(clock);

    private GuardedStore outage(OnFailure onFailure) {
        remote.fails();
        return new GuardedStore(remote, onFailure, GuardedStore.DEFAULT_BUDGET, InstanceCount.of(2));
    }

    private static <T> T now(CompletionStage<T> stage) {
        assertThat(stage.toCompletableFuture()).isCompleted();
        return stage.toCompletableFuture().join();
    }

    private void end(GuardedStore store) {
        while (store.health().phase() != Health.Phase.OPEN) {
            now(store.ask(Questions.tryAcquire("other", TEN, "somebody")));
            clock.advance(Duration.ofMillis(2));
        }
        remote.works();
        clock.advance(Duration.ofSeconds(5));
        now(store.ask(Questions.tryAcquire("other", TEN, "somebody")));
        assertThat(store.health().phase()).isEqualTo(Health.Phase.CLOSED);
    }

    @ParameterizedTest
    @EnumSource(Verb.class)
    void allowsEveryVerb(Verb verb) {
        Answer answer = now(outage(OnFailure.ALLOW).ask(Questions.of(verb, "search", TEN, "ann", 2)));
        Decision decision = answer.decision();
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.remaining()).isEqualTo(10);
        assertThat(decision.limit()).isEqualTo(10);
        assertThat(decision.delayNanos()).isZero();
        assertThat(decision.granted())
                .isEqualTo(
                        switch (verb) {
                            case TRY_ACQUIRE, RESERVE -> 2;
                            case TRY_ACQUIRE_UP_TO -> 3;
                            default -> 0;
                        });
    }

    @ParameterizedTest
    @EnumSource(Verb.class)
    void refusesEveryVerbForASecond(Verb verb) {
        Answer answer = now(outage(OnFailure.REFUSE).ask(Questions.of(verb, "search", TEN, "ann", 2)));
        Decision decision = answer.decision();
        assertThat(decision.allowed()).isFalse();
        assertThat(decision.blocked()).isFalse();
        assertThat(decision.granted()).isZero();
        assertThat(decision.remaining()).isZero();
        assertThat(decision.retryAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(decision.resetAfter()).isEqualTo(Duration.ofSeconds(1));
        assertThat(answer.receipt()).isEqualTo(verb == Verb.CANCEL ? false : null);
    }

    @Test
    void refusesUntilTheNextTryWhereThatIsLater() {
        GuardedStore store = outage(OnFailure.REFUSE);
        Question question = Questions.tryAcquire("search", TEN, "ann");
        for (int opened = 0; opened < 8; opened++) {
            while (store.health().phase() != Health.Phase.OPEN) {
                now(store.ask(question));
                clock.advance(Duration.ofMillis(2));
            }
            clock.advance(Duration.ofSeconds(5));
            now(store.ask(question));
        }
        Duration retryAfter = now(store.ask(question)).decision().retryAfter();
        assertThat(retryAfter).isBetween(Duration.ofMillis(2_500), Duration.ofSeconds(5));
        clock.advance(retryAfter);
        int before = remote.asked();
        now(store.ask(question));
        assertThat(remote.asked()).isEqualTo(before + 1);
    }

    @Test
    void namesTheTightestLimitOfSeveralKeys() {
        GuardedStore store = outage(OnFailure.ALLOW);
        AsyncRateLimiter one = store.limiter("one", Limit.perMinute(100), Limit.perHour(500));
        AsyncRateLimiter other = store.limiter("other", Limit.perHour(50), Limit.perDay(200));
        Decision decision =
                now(AsyncCharges.of(one, "ann", 3).and(other, "acme", 2).tryAcquire());
        assertThat(decision.binding()).isEqualTo(Limit.perHour(50));
        assertThat(decision.granted()).as("once").isEqualTo(1);
    }

    @Test
    void appliesEveryVerbLocally() {
        AsyncRateLimiter limiter = outage(OnFailure.LOCAL).limiter("search", TEN);
        assertThat(now(limiter.tryAcquire("ann", 2)).remaining()).isEqualTo(3);
        assertThat(now(limiter.refund("ann", 1)).remaining()).isEqualTo(4);
        assertThat(now(limiter.penalize("ann", 3)).remaining()).isEqualTo(1);
        assertThat(now(limiter.peek("ann", 2)).allowed()).isFalse();
        assertThat(now(limiter.tryAcquireUpTo("ann", 9)).granted()).isEqualTo(1);
        assertThat(now(limiter.reset("ann")).remaining()).isEqualTo(5);
        now(limiter.block("ann"));
        assertThat(now(limiter.tryAcquire("ann")).blocked()).isTrue();
        now(limiter.unblock("ann"));
        assertThat(now(limiter.tryAcquire("ann")).allowed()).isTrue();
    }

    @Test
    void takesAllOrNothingLocally() {
        GuardedStore store = outage(OnFailure.LOCAL);
        AsyncRateLimiter wide = store.limiter("wide", Limit.perMinute(100));
        AsyncRateLimiter narrow = store.limiter("narrow", Limit.perMinute(2));
        assertThat(now(AsyncCharges.of(wide, "all", 1).and(narrow, "ann", 2).tryAcquire())
                        .allowed())
                .isFalse();
        assertThat(now(wide.peek("all", 0)).remaining()).isEqualTo(50);
    }

    @Test
    void dropsWhatCountedLocallyWhenTheStoreIsBack() {
        GuardedStore store = outage(OnFailure.LOCAL);
        AsyncRateLimiter limiter = store.limiter("search", TEN);
        now(limiter.tryAcquire("ann", 5));
        now(limiter.block("ben"));
        end(store);
        assertThat(now(limiter.tryAcquire("ann")).remaining()).as("shared").isEqualTo(9);
        assertThat(now(limiter.tryAcquire("ben")).allowed())
                .as("never banned there")
                .isTrue();
        remote.fails();
        assertThat(now(limiter.tryAcquire("ann", 5)).allowed())
                .as("a new outage")
                .isTrue();
        assertThat(now(limiter.tryAcquire("ben")).allowed()).as("a new outage").isTrue();
    }

    @Test
    void keepsWhatCountedLocallyWhileFailuresAreFew() {
        AsyncRateLimiter limiter = outage(OnFailure.LOCAL).limiter("search", TEN);
        now(limiter.tryAcquire("ann", 5));
        remote.works();
        now(limiter.tryAcquire("ann"));
        remote.fails();
        assertThat(now(limiter.tryAcquire("ann")).allowed()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = OnFailure.class,
            names = {"LOCAL", "ALLOW"})
    void cancelsWhereItWasReserved(OnFailure onFailure) {
        GuardedStore store = outage(onFailure);
        Question reservation = Questions.of(Verb.RESERVE, "search", TEN, "ann", 2);
        Object receipt = now(store.ask(reservation)).receipt();
        end(store);
        int before = remote.asked();
        Answer cancelled = now(store.ask(Questions.cancel(reservation, receipt)));
        assertThat(remote.asked()).as("it knows nothing of that").isEqualTo(before);
        assertThat(cancelled.receipt()).isEqualTo(false);
    }

    @Test
    void givesBackWhatWasReservedLocally() {
        AsyncRateLimiter limiter = outage(OnFailure.LOCAL).limiter("search", TEN);
        var reservation = now(limiter.reserve("ann", 3, Duration.ZERO));
        assertThat(now(limiter.peek("ann", 0)).remaining()).isEqualTo(2);
        assertThat(now(reservation.cancel())).isTrue();
        assertThat(now(limiter.peek("ann", 0)).remaining()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource(OnFailure.class)
    void cannotCancelWhatTheSharedStorePromised(OnFailure onFailure) {
        GuardedStore store = outage(onFailure);
        remote.works();
        var reservation = now(store.limiter("search", TEN).reserve("ann", 3, Duration.ZERO));
        remote.fails();
        assertThat(now(reservation.cancel())).isFalse();
    }

    @Test
    void waitsForPermitsLocally() {
        AsyncRateLimiter limiter = outage(OnFailure.LOCAL).limiter("search", TEN);
        now(limiter.tryAcquire("ann", 5));
        var waiting = limiter.acquire("ann", 1, Duration.ofMinutes(1));
        clock.advance(Duration.ofSeconds(12).minusNanos(1));
        assertThat(waiting).isNotDone();
        clock.advanceNanos(1);
        assertThat(now(waiting).allowed()).isTrue();
    }
}
