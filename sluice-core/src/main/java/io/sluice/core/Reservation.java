package io.sluice.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Permits promised for a time, or the refusal to promise them. */
public final class Reservation {
    private final Decision decision;
    private final BooleanSupplier giveBack;
    private final List<Decision> each;
    private final AtomicBoolean cancelled = new AtomicBoolean();

    Reservation(Decision decision, BooleanSupplier giveBack) {
        this(decision, giveBack, List.of());
    }

    Reservation(Decision decision, BooleanSupplier giveBack, List<Decision> each) {
        this.decision = decision;
        this.giveBack = giveBack;
        this.each = each;
    }

    /** Whether the permits are promised. */
    public boolean allowed() {
        return decision.allowed();
    }

    /** How long after reserving the permits may be used. */
    public Duration delay() {
        return decision.delay();
    }

    public Decision decision() {
        return decision;
    }

    /** Of {@link Charges}: what each alone says, in the order in which they were given; empty where that is not known. */
    public List<Decision> each() {
        return each;
    }

    /**
     * Gives the permits back, once, and no later than the time they were promised for. What others have been promised behind
     * them stays promised: as many permits stay used as would otherwise be promised twice.
     *
     * @return whether there was anything to give back
     */
    public boolean cancel() {
        return decision.allowed()
                && decision.granted() > 0
                && cancelled.compareAndSet(false, true)
                && giveBack.getAsBoolean();
    }
}
