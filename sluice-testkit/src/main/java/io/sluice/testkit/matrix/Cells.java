package io.sluice.testkit.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Decision;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What each verb means, checked on a limit of five a second. */
final class Cells {
    private static final Duration HOUR = Duration.ofHours(1);

    private Cells() {}

    /** Throws unless the verb did what it means. */
    interface Check {
        void run(Subject subject) throws InterruptedException;
    }

    static Check of(Verb verb) {
        return switch (verb) {
            case TRY_ACQUIRE -> Cells::tryAcquire;
            case TRY_ACQUIRE_UP_TO -> Cells::tryAcquireUpTo;
            case RESERVE -> Cells::reserve;
            case CANCEL -> Cells::cancel;
            case ACQUIRE -> Cells::acquire;
            case ACQUIRE_ASYNC -> Cells::acquireAsync;
            case PEEK -> Cells::peek;
            case REFUND -> Cells::refund;
            case PENALIZE -> Cells::penalize;
            case RESET -> Cells::reset;
            case BLOCK -> Cells::block;
            case UNBLOCK -> Cells::unblock;
            case RECONFIGURE -> Cells::reconfigure;
            case CLOSE -> Cells::close;
            case BATCH -> Cells::batch;
        };
    }

    private static void tryAcquire(Subject subject) {
        assertThat(subject.tryAcquire(5).allowed()).isTrue();
        Decision refused = subject.tryAcquire(1);
        assertThat(refused.allowed()).isFalse();
        subject.clock.advanceNanos(refused.retryAfterNanos() - subject.tick());
        assertThat(subject.tryAcquire(1).allowed()).isFalse();
        subject.clock.advanceNanos(subject.tick());
        assertThat(subject.tryAcquire(1).allowed()).isTrue();
    }

    private static void tryAcquireUpTo(Subject subject) {
        assertThat(subject.tryAcquireUpTo(9).granted()).isEqualTo(5);
        assertThat(subject.tryAcquireUpTo(9).granted()).isZero();
    }

    private static void reserve(Subject subject) {
        subject.tryAcquire(5);
        Decision promised = subject.reserve(1, HOUR).decision();
        assertThat(promised.allowed()).isTrue();
        assertThat(promised.delay()).isPositive();
        assertThat(subject.reserve(1, Duration.ZERO).decision().allowed()).isFalse();
        subject.clock.advanceNanos(promised.delayNanos() - subject.tick());
        assertThat(subject.reserve(5, Duration.ZERO).decision().allowed()).isFalse();
    }

    private static void cancel(Subject subject) {
        subject.tryAcquire(5);
        String before = subject.peek(1).toString();
        assertThat(subject.reserve(1, HOUR).cancel()).isTrue();
        assertThat(subject.peek(1)).hasToString(before);
    }

    private static void acquire(Subject subject) throws InterruptedException {
        assertThat(subject.acquire(1, Duration.ZERO).allowed()).isTrue();
        assertThat(subject.peek(0).remaining()).isEqualTo(4);
        assertThat(subject.acquire(6, HOUR).never()).isTrue();
    }

    private static void acquireAsync(Subject subject) {
        subject.tryAcquire(5);
        CompletableFuture<Decision> waiting = subject.acquireAsync(1, HOUR);
        assertThat(waiting).isNotDone();
        subject.clock.moveTo(subject.clock.alarms().get(0) - subject.tick());
        assertThat(waiting).isNotDone();
        subject.clock.advanceNanos(subject.tick());
        assertThat(waiting).isCompletedWithValueMatching(Decision::allowed);
    }

    private static void peek(Subject subject) {
        assertThat(subject.peek(5).allowed()).isTrue();
        assertThat(subject.peek(6).never()).isTrue();
        assertThat(subject.peek(0).remaining()).isEqualTo(5);
    }

    private static void refund(Subject subject) {
        subject.tryAcquire(5);
        assertThat(subject.refund(2).remaining()).isEqualTo(2);
        assertThat(subject.refund(50).remaining()).isEqualTo(5);
    }

    private static void penalize(Subject subject) {
        assertThat(subject.penalize(7).remaining()).isZero();
        assertThat(subject.tryAcquire(1).allowed()).isFalse();
        subject.clock.advanceNanos(subject.peek(0).resetAfterNanos());
        assertThat(subject.tryAcquire(5).allowed()).isTrue();
    }

    private static void reset(Subject subject) {
        subject.tryAcquire(5);
        assertThat(subject.reset().remaining()).isEqualTo(5);
        assertThat(subject.tryAcquire(5).allowed()).isTrue();
    }

    private static void block(Subject subject) {
        subject.block(Duration.ofSeconds(9));
        Decision refused = subject.tryAcquire(1);
        assertThat(refused.blocked()).isTrue();
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(9));
        subject.clock.advance(Duration.ofSeconds(9));
        assertThat(subject.tryAcquire(5).allowed()).isTrue();
    }

    private static void unblock(Subject subject) {
        subject.tryAcquire(2);
        subject.block(HOUR);
        assertThat(subject.unblock().remaining()).isEqualTo(3);
        assertThat(subject.tryAcquire(3).allowed()).isTrue();
    }

    private static void reconfigure(Subject subject) {
        subject.tryAcquire(3);
        subject.reconfigure(10);
        assertThat(subject.peek(0).remaining()).isEqualTo(7);
        assertThat(subject.tryAcquire(8).allowed()).isFalse();
        assertThat(subject.tryAcquire(7).allowed()).isTrue();
    }

    private static void close(Subject subject) {
        subject.tryAcquire(5);
        CompletableFuture<Decision> waiting = subject.acquireAsync(1, HOUR);
        subject.close();
        subject.clock.advance(HOUR);
        assertThat(waiting).isDone();
        assertThat(subject.tryAcquire(1).never()).isTrue();
    }

    private static void batch(Subject subject) {
        List<Decision> batch = subject.batch(3, 3, 2);
        assertThat(batch).extracting(Decision::allowed).containsExactly(true, false, true);
        assertThat(subject.tryAcquire(1).allowed()).isFalse();
    }
}
