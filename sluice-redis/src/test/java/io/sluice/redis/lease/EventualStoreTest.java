package io.sluice.redis.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.Question;
import io.sluice.core.Question.Verb;
import io.sluice.core.Store;
import io.sluice.redis.failure.GuardedStore;
import io.sluice.redis.failure.InstanceCount;
import io.sluice.redis.failure.OnFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventualStoreTest {
    private static final Limit LIMIT = Limit.parse("100/s burst 1000");

    private final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
    private final HeldStore remote = new HeldStore(clock);
    private final AsyncRateLimiter whole = instance(1);
    private final AsyncRateLimiter half = instance(2);
    private final AsyncRateLimiter otherHalf = instance(2);

    private AsyncRateLimiter instance(int told) {
        return new EventualStore(remote, () -> told).limiter("api", LIMIT);
    }

    private static Decision now(CompletionStage<Decision> stage) {
        assertThat(stage.toCompletableFuture()).isDone();
        return stage.toCompletableFuture().join();
    }

    private static Decision acquire(AsyncRateLimiter limiter) {
        return now(limiter.tryAcquire("ann"));
    }

    private static long drain(AsyncRateLimiter limiter) {
        long granted = 0;
        while (acquire(limiter).allowed()) {
            granted++;
        }
        return granted;
    }

    private void releaseAll() {
        while (remote.waiting() > 0) {
            remote.release();
        }
    }

    private long count(Verb verb) {
        return remote.questions.stream()
                .map(Question::verb)
                .filter(verb::equals)
                .count();
    }

    @Test
    void oneAloneIsExact() {
        assertThat(drain(whole)).isEqualTo(1_000);
        clock.advance(Duration.ofSeconds(3));
        assertThat(drain(whole)).isEqualTo(300);
        assertThat(acquire(whole).retryAfter()).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void answersWithoutWaitingForTheStore() {
        remote.hold();
        Decision decision = acquire(half);
        assertThat(decision.allowed()).isTrue();
        assertThat(decision.binding()).isEqualTo(LIMIT);
        assertThat(decision.remaining()).isEqualTo(499);
        assertThat(decision.granted()).isEqualTo(1);
    }

    @Test
    void startsWithAShareAndGetsMoreWithEveryReport() {
        remote.hold();
        assertThat(drain(half)).as("nobody answers").isEqualTo(500);
        assertThat(acquire(half).retryAfter()).isEqualTo(Duration.ofMillis(20));
        remote.release();
        remote.release();
        assertThat(drain(half)).as("half of the other half").isEqualTo(250);
    }

    @Test
    void oneWhoHasAllTheTrafficGetsNearlyAllPermits() {
        assertThat(drain(half)).isBetween(950L, 1_000L);
    }

    @Test
    void learnsWhatOthersUsed() {
        drain(half);
        assertThat(acquire(otherHalf).allowed()).as("nothing known yet").isTrue();
        assertThat(drain(otherHalf)).isLessThan(30);
    }

    @Test
    void whatWasGrantedTooMuchIsDebtForEverybody() {
        remote.hold();
        long granted = drain(half) + drain(otherHalf) + drain(whole);
        assertThat(granted).isEqualTo(2_000);
        releaseAll();
        long more = 0;
        for (AsyncRateLimiter one : List.of(half, otherHalf, whole)) {
            more += acquire(one).granted();
            clock.advance(EventualStore.INTERVAL);
            releaseAll();
            assertThat(acquire(one).allowed()).isFalse();
        }
        assertThat(more).isLessThanOrEqualTo(2);
        assertThat(acquire(whole).retryAfter()).isBetween(Duration.ofMillis(9_700), Duration.ofMillis(10_100));
        assertThat(count(Verb.PENALIZE)).isPositive();
    }

    @Test
    void reportsAtOnceWhenAKeyIsNewThenAfterTheInterval() {
        acquire(whole);
        assertThat(remote.questions).hasSize(1);
        for (int i = 0; i < 15; i++) {
            acquire(whole);
        }
        assertThat(remote.questions).hasSize(1);
        clock.advance(EventualStore.INTERVAL);
        assertThat(remote.questions).hasSize(2);
        assertThat(remote.questions.get(1).charges().get(0).permits()).isEqualTo(15);
        clock.advance(EventualStore.INTERVAL.multipliedBy(5));
        assertThat(remote.questions).as("nothing to report").hasSize(2);
        assertThat(clock.alarms()).isEmpty();
    }

    @Test
    void reportsEarlyWhenMuchWasUsed() {
        for (int i = 0; i < 1 + 20; i++) {
            acquire(whole);
        }
        assertThat(remote.questions).hasSize(2);
        assertThat(remote.questions.get(1).charges().get(0).permits()).isEqualTo(20);
    }

    @Test
    void oneQuestionIsUnderWayForAKey() {
        remote.hold();
        for (int i = 0; i < 200; i++) {
            acquire(whole);
        }
        assertThat(remote.waiting()).isEqualTo(1);
        remote.release();
        assertThat(remote.waiting()).isEqualTo(1);
        assertThat(remote.questions.get(1).charges().get(0).permits()).isEqualTo(199);
    }

    @Test
    void aLostAnswerIsGivenUp() {
        remote.hold();
        acquire(whole);
        Runnable late = remote.decide();
        clock.advance(EventualStore.INTERVAL.multipliedBy(10));
        acquire(whole);
        clock.advance(EventualStore.INTERVAL);
        assertThat(remote.waiting()).isEqualTo(1);
        late.run();
        remote.release();
        assertThat(acquire(whole).allowed()).isTrue();
    }

    @Test
    void aFailureDoesNotEndReports() {
        remote.hold();
        acquire(whole);
        remote.fail(new IllegalStateException("gone"));
        acquire(whole);
        clock.advance(EventualStore.INTERVAL);
        assertThat(remote.waiting()).isEqualTo(1);
    }

    /** What is made up instead of an answer says nothing about the bucket. */
    @Test
    void keepsToItsShareWhileReportsAreRefused() {
        remote.hold();
        Store refusing = new GuardedStore(remote, OnFailure.REFUSE, Duration.ofMillis(20), InstanceCount.of(2));
        AsyncRateLimiter cutOff = new EventualStore(refusing, () -> 2).limiter("api", LIMIT);
        long granted = 0;
        for (int i = 0; i < 100; i++) {
            for (int request = 0; request < 600; request++) {
                granted += acquire(cutOff).granted();
            }
            clock.advance(Duration.ofMillis(100));
        }
        assertThat(granted).isBetween(500L, 500 + 10 * 50L);
    }

    @Test
    void aBanIsLearntFromReportsAndItsEndByLooking() {
        acquire(whole);
        now(remote.limiter("api", LIMIT).block("ann"));
        acquire(whole);
        clock.advance(EventualStore.INTERVAL);
        assertThat(acquire(whole).blocked()).isTrue();
        assertThat(acquire(whole).never()).isTrue();
        now(remote.limiter("api", LIMIT).unblock("ann"));
        clock.advance(EventualStore.INTERVAL);
        acquire(whole);
        assertThat(acquire(whole).allowed()).isTrue();
    }

    @Test
    void aBanThroughThisStoreWorksAtOnce() {
        now(whole.block("ann", Duration.ofSeconds(2)));
        assertThat(acquire(whole).retryAfter()).isEqualTo(Duration.ofSeconds(2));
        clock.advance(Duration.ofSeconds(2));
        assertThat(acquire(whole).allowed()).isTrue();
        now(whole.block("ann"));
        now(whole.unblock("ann"));
        assertThat(acquire(whole).allowed()).isTrue();
    }

    @Test
    void aResetWorksAtOnceHereAndSoonElsewhere() {
        drain(half);
        drain(otherHalf);
        now(half.reset("ann"));
        assertThat(acquire(half).allowed()).isTrue();
        clock.advance(EventualStore.INTERVAL);
        acquire(otherHalf);
        assertThat(drain(otherHalf)).isGreaterThan(400);
    }

    @Test
    void asksForMoreThanAShare() {
        assertThat(now(half.tryAcquire("ann", 501)).allowed()).isTrue();
        assertThat(now(half.tryAcquire("ann", 501)).allowed()).isFalse();
        assertThat(now(half.tryAcquire("ann", 1_001)).never()).isTrue();
        assertThat(now(half.tryAcquire("ann", 0)).allowed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0/s burst 10", "10/s leaky-queue 10", "10/s fixed-window", "10/min sliding-log", "10/s burst 1"
            })
    void asksEveryTimeWhereThereAreNoShares(String limit) {
        AsyncRateLimiter strict = new EventualStore(remote, () -> 2).limiter("strict", Limit.parse(limit));
        for (int i = 0; i < 5; i++) {
            acquire(strict);
        }
        assertThat(remote.questions).hasSize(5);
    }

    @Test
    void decidesALeakyBucketToo() {
        AsyncRateLimiter leaky =
                new EventualStore(remote, () -> 1).limiter("leaky", Limit.parse("10/s leaky-bucket 500"));
        assertThat(drain(leaky)).isEqualTo(500);
        assertThat(remote.questions).hasSizeLessThan(100);
    }

    @Test
    void severalKeysAreAskedForTogether() {
        AsyncRateLimiter one = new EventualStore(remote, () -> 1).limiter("api", LIMIT);
        assertThat(now(AsyncCharges.of(one, "ann", 1).and(one, "ben", 1).tryAcquire())
                        .allowed())
                .isTrue();
        assertThat(remote.questions).hasSize(1);
    }

    @Test
    void changedLimitsKeepWhatWasUsedAndReported() {
        AsyncRateLimiter one = instance(1);
        for (int i = 0; i < 10; i++) {
            acquire(one);
        }
        one.reconfigure(Limit.parse("100/s burst 2000"));
        acquire(one);
        clock.advance(EventualStore.INTERVAL);
        assertThat(now(remote.limiter("api", Limit.parse("100/s burst 2000")).peek("ann", 0))
                        .resetAfterNanos())
                .isEqualTo(11 * 10_000_000L - EventualStore.INTERVAL.toNanos());
    }

    @Test
    void keepsABoundedNumberOfKeysAndDropsThoseAsGoodAsNew() {
        EventualStore small = new EventualStore(remote, () -> 1, EventualStore.INTERVAL, 10);
        AsyncRateLimiter many = small.limiter("many", LIMIT);
        for (int i = 0; i < 1_000; i++) {
            assertThat(now(many.tryAcquire("key" + i)).allowed()).isTrue();
        }
        assertThat(small.decidedKeys()).isEqualTo(10);
        clock.advance(Duration.ofSeconds(1));
        now(many.tryAcquire("newcomer"));
        assertThat(small.decidedKeys()).isEqualTo(1);
    }

    @Test
    void followsTheNumberOfInstances() {
        int[] told = {1};
        AsyncRateLimiter one = new EventualStore(remote, () -> told[0]).limiter("api", LIMIT);
        acquire(one);
        told[0] = 4;
        clock.advance(Duration.ofSeconds(1));
        acquire(one);
        clock.advance(EventualStore.INTERVAL);
        assertThat(acquire(one).remaining()).isLessThanOrEqualTo(250);
    }

    @Test
    void reportsBeforeItCloses() {
        EventualStore closing = new EventualStore(remote, () -> 1);
        AsyncRateLimiter one = closing.limiter("api", LIMIT);
        acquire(one);
        acquire(one);
        closing.close();
        assertThat(remote.questions).hasSize(2);
        assertThat(closing.clock()).isSameAs(clock);
    }

    @Test
    void reportsWhatWasUsedUnderANameBeforeItIsForgotten() {
        EventualStore store = new EventualStore(remote, () -> 1);
        AsyncRateLimiter one = store.limiter("one", LIMIT);
        acquire(one);
        acquire(one);
        acquire(store.limiter("other", LIMIT));
        store.forget("one");
        assertThat(store.decidedKeys()).isEqualTo(1);
        assertThat(now(remote.limiter("one", LIMIT).peek("ann", 0)).remaining()).isEqualTo(998);
        assertThat(remote.forgotten).containsExactly("one");
    }
}
