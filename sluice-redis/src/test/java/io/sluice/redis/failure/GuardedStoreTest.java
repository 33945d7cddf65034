package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.core.Answer;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedStoreTest {
    private static final Duration BUDGET = GuardedStore.DEFAULT_BUDGET;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final ManualClock clock = new ManualClock();
    private final FakeRemote remote = new FakeRemote(clock);

    private GuardedStore guarded(OnFailure onFailure) {
        return new GuardedStore(remote, onFailure, BUDGET, InstanceCount.of(2));
    }

    private static AsyncRateLimiter limiter(GuardedStore store) {
        return store.limiter("search", Limit.perMinute(10));
    }

    private static Decision now(CompletionStage<Decision> stage) {
        assertThat(stage.toCompletableFuture()).isCompleted();
        return stage.toCompletableFuture().join();
    }

    @Test
    void passesOnWhatTheRemoteStoreAnswers() {
        GuardedStore store = guarded(OnFailure.REFUSE);
        assertThat(now(limiter(store).tryAcquire("ann", 4)).remaining()).isEqualTo(6);
        assertThat(now(limiter(store).tryAcquire("ann", 7)).allowed()).isFalse();
        assertThat(store.health()).isEqualTo(new Health(Health.Phase.CLOSED, true, 0, 0, 0, Optional.empty()));
        assertThat(clock.alarms()).as("nobody waits").isEmpty();
    }

    @Test
    void answersExactlyWhenTheBudgetIsUsedUp() {
        remote.neverAnswers();
        CompletionStage<Decision> answer = limiter(guarded(OnFailure.ALLOW)).tryAcquire("ann");
        clock.advanceNanos(BUDGET.toNanos() - 1);
        assertThat(answer.toCompletableFuture()).isNotDone();
        clock.advanceNanos(1);
        assertThat(now(answer).allowed()).isTrue();
    }

    @Test
    void takesTheAnswerThatComesJustInTime() {
        remote.neverAnswers();
        GuardedStore store = guarded(OnFailure.REFUSE);
        CompletionStage<Decision> answer = limiter(store).tryAcquire("ann");
        clock.advanceNanos(BUDGET.toNanos() - 1);
        remote.unanswered().get(0).complete(Answer.of(allowed(3)));
        assertThat(now(answer).remaining()).isEqualTo(3);
        clock.advance(BUDGET);
        assertThat(store.health().timeouts()).isZero();
        assertThat(clock.alarms()).as("nobody waits").isEmpty();
    }

    @Test
    void ignoresLateAnswers() {
        remote.neverAnswers();
        GuardedStore store = guarded(OnFailure.REFUSE);
        CompletionStage<Decision> answer = limiter(store).tryAcquire("ann");
        clock.advance(BUDGET);
        Decision told = now(answer);
        remote.unanswered().get(0).complete(Answer.of(allowed(3)));
        assertThat(now(answer)).isSameAs(told);
        assertThat(told.allowed()).isFalse();
        assertThat(told.undecided()).isTrue();
        assertThat(store.health().timeouts()).isEqualTo(1);
        assertThat(store.health().failures()).isZero();
    }

    @Test
    void ignoresTheSecondAnswer() {
        remote.does(question -> new CompletableFuture<>() {
            @Override
            public CompletableFuture<Answer> whenComplete(BiConsumer<? super Answer, ? super Throwable> action) {
                action.accept(Answer.of(allowed(3)), null);
                action.accept(Answer.of(allowed(2)), null);
                action.accept(null, new IllegalStateException("and then an error"));
                return this;
            }
        });
        GuardedStore store = guarded(OnFailure.REFUSE);
        assertThat(now(limiter(store).tryAcquire("ann")).remaining()).isEqualTo(3);
        assertThat(store.health().failures()).isZero();
    }

    private static Decision allowed(long remaining) {
        return Decision.allowed(Limit.perMinute(10), 1, remaining, 0, 0);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault("fails", question -> CompletableFuture.failedStage(new IllegalStateException("reset"))),
                fault("throws", question -> {
                    throw new IllegalStateException("not connected");
                }),
                fault("throws an error", question -> {
                    throw new NoClassDefFoundError("io/netty/Something");
                }),
                fault("answers null", question -> CompletableFuture.completedStage(null)),
                fault("is null", question -> null));
    }

    private static Arguments fault(String name, Function<Question, CompletionStage<Answer>> behaviour) {
        return Arguments.of(name, behaviour);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void answersAtOnceWhenTheRemoteStore(String fault, Function<Question, CompletionStage<Answer>> behaviour) {
        remote.does(behaviour);
        GuardedStore store = guarded(OnFailure.LOCAL);
        assertThat(now(limiter(store).tryAcquire("ann")).limit()).as(fault).isEqualTo(5);
        assertThat(store.health().failures()).isEqualTo(1);
        assertThat(store.health().fallbacks()).isEqualTo(1);
        assertThat(clock.alarms()).as("nobody waits").isEmpty();
    }

    @Test
    void tellsWhatWentWrongAndWhen() {
        GuardedStore store = guarded(OnFailure.ALLOW);
        clock.advance(Duration.ofSeconds(7));
        remote.fails();
        now(limiter(store).tryAcquire("ann"));
        Health.Failure failure = store.health().lastFailure().orElseThrow();
        assertThat(failure.error()).hasMessage("connection reset");
        assertThat(failure.at()).isEqualTo(Instant.EPOCH.plusSeconds(7));
    }

    @Test
    void unwrapsWhatWentWrong() {
        remote.does(question -> CompletableFuture.<Answer>failedFuture(new IllegalStateException("reset"))
                .thenApply(answer -> answer));
        GuardedStore store = guarded(OnFailure.ALLOW);
        now(limiter(store).tryAcquire("ann"));
        assertThat(store.health().lastFailure().orElseThrow().error()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void saysHowLongTheBudgetWas() {
        remote.neverAnswers();
        GuardedStore store = guarded(OnFailure.ALLOW);
        var unused = limiter(store).tryAcquire("ann");
        clock.advance(BUDGET);
        assertThat(store.health().lastFailure().orElseThrow().error())
                .isInstanceOf(TimeoutException.class)
                .hasMessage("no answer within 20000 us");
    }

    private void breakIt(AsyncRateLimiter limiter) {
        fail(limiter, Window.LEAST_FAILURES);
    }

    private void fail(AsyncRateLimiter limiter, int times) {
        remote.fails();
        for (int i = 0; i < times; i++) {
            now(limiter.tryAcquire("somebody"));
            clock.advance(Duration.ofMillis(8));
        }
    }

    @Test
    void asksNothingWhileTheBreakerIsOpen() {
        GuardedStore store = guarded(OnFailure.REFUSE);
        breakIt(limiter(store));
        int before = remote.asked();
        for (int i = 0; i < 100; i++) {
            assertThat(now(limiter(store).tryAcquire("ann")).allowed()).isFalse();
        }
        assertThat(remote.asked()).isEqualTo(before);
        assertThat(store.health().phase()).isEqualTo(Health.Phase.OPEN);
        assertThat(store.health().failures()).isEqualTo(Window.LEAST_FAILURES);
        assertThat(store.health().fallbacks()).isEqualTo(Window.LEAST_FAILURES + 100);
    }

    @Test
    void comesBackByItself() {
        GuardedStore store = guarded(OnFailure.REFUSE);
        breakIt(limiter(store));
        remote.works();
        clock.advance(LONGEST_PAUSE);
        assertThat(now(limiter(store).tryAcquire("ann")).remaining()).isEqualTo(9);
        assertThat(store.health().phase()).isEqualTo(Health.Phase.CLOSED);
        assertThat(now(limiter(store).tryAcquire("ann")).remaining()).isEqualTo(8);
    }

    @Test
    void triesWithOneQuestionAndWithinItsBudget() {
        GuardedStore store = guarded(OnFailure.LOCAL);
        breakIt(limiter(store));
        int before = remote.asked();
        remote.neverAnswers();
        clock.advance(LONGEST_PAUSE);
        CompletionStage<Decision> trying = limiter(store).tryAcquire("ann");
        assertThat(store.health().phase()).isEqualTo(Health.Phase.HALF_OPEN);
        now(limiter(store).tryAcquire("ben"));
        assertThat(trying.toCompletableFuture()).isNotDone();
        clock.advance(BUDGET);
        assertThat(now(trying).allowed()).isTrue();
        assertThat(remote.asked()).isEqualTo(before + 1);
        assertThat(store.health().phase()).isEqualTo(Health.Phase.OPEN);
    }

    @Test
    void staysOpenWhenAnAnswerFromBeforeComesLate() {
        GuardedStore store = guarded(OnFailure.REFUSE);
        fail(limiter(store), Window.LEAST_FAILURES - 1);
        remote.neverAnswers();
        CompletionStage<Decision> early = limiter(store).tryAcquire("ann");
        fail(limiter(store), 1);
        remote.unanswered().get(0).complete(Answer.of(allowed(3)));
        assertThat(now(early).remaining()).as("in time for who asked").isEqualTo(3);
        assertThat(store.health().phase()).isEqualTo(Health.Phase.OPEN);
    }

    @Test
    void hearsWhatBecameOfAQuestionThatTheCallerHasGivenUp() {
        GuardedStore store = guarded(OnFailure.REFUSE);
        breakIt(limiter(store));
        remote.neverAnswers();
        clock.advance(LONGEST_PAUSE);
        CompletionStage<Answer> trying = store.ask(Questions.tryAcquire("search", Limit.perMinute(10), "ann"));
        trying.toCompletableFuture().cancel(true);
        remote.unanswered().get(0).complete(Answer.of(allowed(3)));
        assertThat(store.health().phase()).isEqualTo(Health.Phase.CLOSED);
    }

    @Test
    void answersTheOthersWhenWhatACallerAttachedThrows() {
        remote.neverAnswers();
        AsyncRateLimiter limiter = limiter(guarded(OnFailure.ALLOW));
        var unused = limiter.tryAcquire("ann").thenAccept(decision -> {
            throw new IllegalStateException("a caller's own");
        });
        CompletionStage<Decision> other = limiter.tryAcquire("ben");
        clock.advance(BUDGET);
        assertThat(now(other).allowed()).isTrue();
    }

    @Test
    void answersTheOthersWhenACallerAsksAgainFromItsAnswer() {
        remote.neverAnswers();
        AsyncRateLimiter limiter = limiter(guarded(OnFailure.ALLOW));
        CompletionStage<Decision> again = limiter.tryAcquire("ann").thenCompose(first -> limiter.tryAcquire("ann"));
        clock.advance(BUDGET);
        assertThat(again.toCompletableFuture()).isNotDone();
        clock.advance(BUDGET);
        assertThat(now(again).allowed()).isTrue();
    }

    @Test
    void refusesWhenNobodyKnowsTheNumberOfInstances() {
        remote.fails();
        InstanceCount broken = () -> {
            throw new IllegalStateException("no count");
        };
        GuardedStore store = new GuardedStore(remote, OnFailure.LOCAL, BUDGET, broken);
        assertThat(now(limiter(store).tryAcquire("ann")).allowed()).isFalse();
        assertThat(store.health().lastFailure().orElseThrow().error()).hasMessage("no count");
    }

    @Test
    void refusesForGoodOnceClosed() {
        GuardedStore store = guarded(OnFailure.ALLOW);
        store.close();
        int before = remote.asked();
        assertThat(now(limiter(store).tryAcquire("ann")).never()).isTrue();
        assertThat(remote.asked()).isEqualTo(before);
        assertThat(remote.closed()).isTrue();
    }

    @Test
    void refusesWhoWaitsWhileItIsClosed() {
        GuardedStore store = guarded(OnFailure.LOCAL);
        remote.fails();
        now(limiter(store).tryAcquire("ann"));
        remote.neverAnswers();
        CompletionStage<Decision> answer = limiter(store).tryAcquire("ann");
        store.close();
        clock.advance(BUDGET);
        assertThat(now(answer).never()).isTrue();
    }

    @Test
    void releasesWhoWaitsForPermitsWhenItIsClosed() {
        GuardedStore store = guarded(OnFailure.LOCAL);
        now(limiter(store).tryAcquire("ann", 10));
        CompletableFuture<Decision> waiting = limiter(store).acquire("ann", 1, Duration.ofHours(1));
        assertThat(waiting).isNotDone();
        store.close();
        assertThat(now(waiting).never()).isTrue();
        assertThat(clock.alarms()).as("nobody waits").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-0.001S", "PT1M0.001S"})
    void takesNoSuchBudget(String budget) {
        assertThatThrownBy(() -> new GuardedStore(remote, OnFailure.ALLOW, Duration.parse(budget), InstanceCount.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("budget");
    }

    @Test
    void forgetsANameThereAndHere() {
        GuardedStore store = guarded(OnFailure.LOCAL);
        remote.fails();
        now(limiter(store).tryAcquire("ann", 5));
        assertThat(now(limiter(store).tryAcquire("ann")).allowed()).isFalse();
        store.forget("search");
        assertThat(remote.forgotten()).containsExactly("search");
        assertThat(now(limiter(store).tryAcquire("ann")).allowed()).isTrue();
    }
}
