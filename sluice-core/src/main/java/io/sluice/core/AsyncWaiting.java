package io.sluice.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Waits for permits that a store has promised, with an alarm of the clock and no thread. */
final class AsyncWaiting {
    private AsyncWaiting() {}

    /** Completes when the permits may be used, or the store is closed; cancelling it gives them back. */
    static CompletableFuture<Decision> until(CompletionStage<AsyncReservation> reserving, Store store) {
        CompletableFuture<Decision> waiting = new CompletableFuture<>();
        var unused = reserving.whenComplete((reservation, failure) -> {
            if (failure != null) {
                waiting.completeExceptionally(failure);
            } else {
                await(reservation, store, waiting);
            }
        });
        return waiting;
    }

    private static void await(AsyncReservation reservation, Store store, CompletableFuture<Decision> waiting) {
        Decision decision = reservation.decision();
        if (!decision.allowed() || decision.delayNanos() == 0) {
            waiting.complete(decision);
        } else {
            Clock.Alarm alarm = store.clock().schedule(decision.delayNanos(), () -> waiting.complete(decision));
            var unused = waiting.whenComplete((answer, failure) -> alarm.cancel());
            store.waiters().add(waiting, decision);
        }
        var unused = waiting.whenComplete((answer, failure) -> giveBack(reservation, failure));
    }

    private static CompletionStage<Boolean> giveBack(AsyncReservation reservation, @Nullable Throwable failure) {
        return failure == null ? CompletableFuture.completedStage(false) : reservation.cancel();
    }
}
