package io.sluice.core;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Who waits for permits that a store has promised. A store has one, and closes it when it is closed itself. */
public final class AsyncWaiters {
    private record Waiter(CompletableFuture<Decision> future, Decision promised) {
        /** Refused for good: nobody will give what was promised. */
        void release() {
            future.complete(Decision.refused(promised.binding(), Long.MAX_VALUE, 0, 0));
        }
    }

    private final Set<Waiter> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** Nobody yet. */
    public AsyncWaiters() {}

    void add(CompletableFuture<Decision> future, Decision promised) {
        Waiter waiter = new Waiter(future, promised);
        waiting.add(waiter);
        var unused = future.whenComplete((answer, failure) -> waiting.remove(waiter));
        if (closed) {
            waiter.release();
        }
    }

    /** Releases everybody, now and later. */
    public void close() {
        closed = true;
        waiting.forEach(Waiter::release);
    }

    int size() {
        return waiting.size();
    }
}
