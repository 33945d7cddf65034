package io.sluice.core;

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

    /** Completes when the permits may be used; cancelling it gives them back. */
    CompletableFuture<Decision> await(Reservation reservation, Clock clock) {
        Decision decision = reservation.decision();
        CompletableFuture<Decision> future = new CompletableFuture<>();
        if (!decision.allowed() || decision.delayNanos() == 0) {
            future.complete(decision);
            return future;
        }
        Waiter waiter = new Waiter(reservation, future);
        waiting.add(waiter);
        Clock.Alarm alarm = clock.schedule(decision.delayNanos(), () -> future.complete(decision));
        var unused = future.whenComplete((answer, failure) -> {
            waiting.remove(waiter);
            alarm.cancel();
            if (failure != null) {
                reservation.cancel();
            }
        });
        Supplier<Decision> refusal = closed;
        if (refusal != null) {
            waiter.release(refusal.get());
        }
        return future;
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
