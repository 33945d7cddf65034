package io.sluice.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Batch;
import io.sluice.core.Decision;
import io.sluice.core.Reservation;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What each verb means, checked on a limit of five a second. */
final class Cells {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Map<Verb, Check> checks = new EnumMap<>(Verb.class);

    /** Throws unless the verb did what it means. */
    interface Check {
        void run(Subject subject) throws InterruptedException;
    }

    Cells() {
        checks.put(Verb.TRY_ACQUIRE, Cells::tryAcquire);
        checks.put(Verb.TRY_ACQUIRE_UP_TO, Cells::tryAcquireUpTo);
        checks.put(Verb.RESERVE, Cells::reserve);
        checks.put(Verb.CANCEL, Cells::cancel);
        checks.put(Verb.ACQUIRE, Cells::acquire);
        checks.put(Verb.ACQUIRE_ASYNC, Cells::acquireAsync);
        checks.put(Verb.PEEK, Cells::peek);
        checks.put(Verb.REFUND, Cells::refund);
        checks.put(Verb.PENALIZE, Cells::penalize);
        checks.put(Verb.RESET, Cells::reset);
        checks.put(Verb.BLOCK, Cells::block);
        checks.put(Verb.UNBLOCK, Cells::unblock);
        checks.put(Verb.RECONFIGURE, Cells::reconfigure);
        checks.put(Verb.CLOSE, Cells::close);
        checks.put(Verb.BATCH, Cells::batch);
    }

    Check of(Verb verb) {
        Check check = checks.get(verb);
        assertThat(check).as("a check for %s", verb).isNotNull();
        return check;
    }

    private static void tryAcquire(Subject subject) {
        assertThat(subject.tryAcquire(5).allowed()).isTrue();
        Decision refused = subject.tryAcquire(1);
        assertThat(refused.allowed()).isFalse();
        subject.clock.advanceNanos(refused.retryAfterNanos() - 1);
        assertThat(subject.tryAcquire(1).allowed()).isFalse();
        subject.clock.advanceNanos(1);
        assertThat(subject.tryAcquire(1).allowed()).isTrue();
    }

    private static void tryAcquireUpTo(Subject subject) {
        assertThat(subject.tryAcquireUpTo(9).granted()).isEqualTo(5);
        assertThat(subject.tryAcquireUpTo(9).granted()).isZero();
    }

    private static void reserve(Subject subject) {
        subject.tryAcquire(5);
        Reservation promised = subject.reserve(1, HOUR);
        assertThat(promised.allowed()).isTrue();
        assertThat(promised.delay()).isPositive();
        assertThat(subject.reserve(1, Duration.ZERO).allowed()).isFalse();
        subject.clock.advanceNanos(promised.decision().delayNanos() - 1);
        assertThat(subject.reserve(5, Duration.ZERO).allowed()).isFalse();
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
        subject.clock.moveTo(subject.clock.alarms().get(0) - 1);
        assertThat(waiting).isNotDone();
        subject.clock.advanceNanos(1);
        assertThat(waiting.join().allowed()).isTrue();
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
        assertThat(waiting.join().allowed()).isFalse();
        assertThat(subject.tryAcquire(1).never()).isTrue();
    }

    private static void batch(Subject subject) {
        Batch batch = subject.batch(3, 3, 2);
        assertThat(batch.allowed(0)).isTrue();
        assertThat(batch.allowed(1)).isFalse();
        assertThat(batch.allowed(2)).isTrue();
        assertThat(subject.tryAcquire(1).allowed()).isFalse();
    }
}
