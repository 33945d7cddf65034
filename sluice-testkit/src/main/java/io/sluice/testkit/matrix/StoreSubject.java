package io.sluice.testkit.matrix;

import io.sluice.core.AsyncCharges;
import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.AsyncReservation;
import io.sluice.core.Decision;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Asks limiters of a store, and waits for what it answers. */
final class StoreSubject extends Subject {
    private static final long PATIENCE_SECONDS = 20;
    private static final long MICROSECOND = 1_000;

    private final Store store;
    private final AsyncRateLimiter limiter;
    private final AsyncRateLimiter wide;

    StoreSubject(Cell cell, Function<ManualClock, Store> newStore) {
        super(cell);
        this.store = newStore.apply(clock);
        this.limiter = store.limiter("limited", limits(5));
        this.wide = store.limiter("wide", WIDE);
    }

    private AsyncCharges charges(long permits) {
        AsyncCharges one = AsyncCharges.of(limiter, "a", permits);
        return severalKeys() ? one.and(wide, "b", permits) : one;
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Override
    long tick() {
        return MICROSECOND;
    }

    /** Without waiting: several that are asked for in a row travel as they like. */
    private CompletionStage<Decision> ask(long permits) {
        return severalKeys() ? charges(permits).tryAcquire() : limiter.tryAcquire("a", permits);
    }

    @Override
    Decision tryAcquire(long permits) {
        return answer(ask(permits));
    }

    @Override
    Decision tryAcquireUpTo(long most) {
        return answer(charges(1).tryAcquireUpTo(most));
    }

    private record Promised(AsyncReservation reservation) implements Promise {
        @Override
        public Decision decision() {
            return reservation.decision();
        }

        @Override
        public boolean cancel() {
            return answer(reservation.cancel());
        }
    }

    @Override
    Promise reserve(long permits, Duration maxWait) {
        return new Promised(answer(charges(permits).reserve(maxWait)));
    }

    @Override
    Decision acquire(long permits, Duration timeout) {
        return answer(charges(permits).acquire(timeout));
    }

    @Override
    CompletableFuture<Decision> acquireAsync(long permits, Duration timeout) {
        CompletableFuture<Decision> waiting = charges(permits).acquire(timeout);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!waiting.isDone() && clock.alarms().isEmpty()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("neither answered nor waiting");
            }
            Thread.onSpinWait();
        }
        return waiting;
    }

    @Override
    Decision peek(long permits) {
        return answer(charges(permits).peek());
    }

    @Override
    Decision refund(long permits) {
        return answer(charges(permits).refund());
    }

    @Override
    Decision penalize(long permits) {
        return answer(charges(permits).penalize());
    }

    @Override
    Decision reset() {
        return answer(charges(0).reset());
    }

    @Override
    Decision block(Duration duration) {
        return answer(charges(0).block(duration));
    }

    @Override
    Decision unblock() {
        return answer(charges(0).unblock());
    }

    @Override
    void reconfigure(long permits) {
        limiter.reconfigure(limits(permits));
    }

    @Override
    List<Decision> batch(long... permits) {
        List<CompletionStage<Decision>> asked =
                Arrays.stream(permits).mapToObj(this::ask).toList();
        return asked.stream().map(StoreSubject::answer).toList();
    }

    @Override
    public void close() {
        store.close();
    }
}
