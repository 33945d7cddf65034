package io.sluice.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Permits promised for a time, or the refusal to promise them, in a store. */
public final class AsyncReservation {
    private final Decision decision;
    private final Supplier<CompletionStage<Boolean>> giveBack;
    private final AtomicBoolean cancelled = new AtomicBoolean();

    AsyncReservation(Decision decision, Supplier<CompletionStage<Boolean>> giveBack) {
        this.decision = decision;
        this.giveBack = giveBack;
    }

    public Decision decision() {
        return decision;
    }

    /** Whether the permits are promised. */
    public boolean allowed() {
        return decision.allowed();
    }

    /** How long after reserving the permits may be used. */
    public Duration delay() {
        return decision.delay();
    }

    /** As {@link Reservation#cancel}: completes with whether there was anything to give back. */
    public CompletionStage<Boolean> cancel() {
        boolean first = decision.allowed() && decision.granted() > 0 && cancelled.compareAndSet(false, true);
        return first ? giveBack.get() : CompletableFuture.completedStage(false);
    }
}
