package io.sluice.core;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who waits for permits already promised. Waiting takes an alarm of the clock, and no thread. */
final class Waiters {
    private record Waiter(Reservation reservation, CompletableFuture<Decision> future) {
        void release(Decision answer) {
            if (future.complete(answer)) {
                reservation.cancel();
            }
        }
    }

    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Supplier<Decision> closed;

    /** Completes when the permits may be used; cancelling it gives them back. Closing any of {@code all} releases it. */
    static CompletableFuture<Decision> await(Reservation reservation, Clock clock, List<Waiters> all) {
        Decision decision = reservation.decision();
        CompletableFuture<Decision> future = new CompletableFuture<>();
        if (!decision.allowed() || decision.delayNanos() == 0) {
            future.complete(decision);
            return future;
        }
        Waiter waiter = new Waiter(reservation, future);
        all.forEach(waiters -> waiters.waiting.add(waiter));
        Clock.Alarm alarm = clock.schedule(decision.delayNanos(), () -> future.complete(decision));
        var unused = future.whenComplete((answer, failure) -> {
            all.forEach(waiters -> waiters.waiting.remove(waiter));
            alarm.cancel();
            if (failure != null) {
                reservation.cancel();
            }
        });
        all.forEach(waiters -> waiters.releaseIfClosed(waiter));
        return future;
    }

    private void releaseIfClosed(Waiter waiter) {
        Supplier<Decision> refusal = closed;
        if (refusal != null) {
            waiter.release(refusal.get());
        }
    }

    /** Releases everybody, now and later. */
    void close(Supplier<Decision> refusal) {
        closed = refusal;
        waiting.forEach(waiter -> waiter.release(refusal.get()));
    }

    static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Blocks; an interrupt gives the permits back. */
    static Decision join(CompletableFuture<Decision> future) throws InterruptedException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            future.cancel(false);
            throw e;
        } catch (ExecutionException e) {
            throw new AssertionError("alarms only complete", e);
        }
    }
}
