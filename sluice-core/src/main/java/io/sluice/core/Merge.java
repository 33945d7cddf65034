package io.sluice.core;

import org.jspecify.annotations.Nullable;

/** One answer from many, added one by one: the longest waits, the least left. */
final class Merge {
    private @Nullable Limit binding;
    private double share;
    private long outcome;
    private long remaining;
    private long resetAfter;

    /** Forgets what was added. */
    void begin() {
        binding = null;
    }

    void add(Parts one) {
        add(one.binding, one.outcome, one.remaining, one.resetAfterNanos);
    }

    /** The parts of a {@link Decision}. */
    void add(Limit limit, long oneOutcome, long oneRemaining, long oneResetAfter) {
        double oneShare = (double) Math.max(0, oneRemaining) / Math.max(1, limit.capacity());
        if (binding == null) {
            binding = limit;
            share = oneShare;
            outcome = oneOutcome;
            remaining = oneRemaining;
            resetAfter = oneResetAfter;
            return;
        }
        boolean bothAllowed = oneOutcome >= 0 && outcome >= 0;
        if (bothAllowed ? oneShare < share : oneOutcome < outcome) {
            binding = limit;
            share = oneShare;
        }
        outcome = bothAllowed ? Math.max(outcome, oneOutcome) : Math.min(outcome, oneOutcome);
        remaining = Math.min(remaining, oneRemaining);
        resetAfter = Math.max(resetAfter, oneResetAfter);
    }

    boolean allowed() {
        return outcome >= 0;
    }

    Decision decision(long granted) {
        Limit limit = binding;
        if (limit == null) {
            throw new AssertionError("there is at least one charge");
        }
        return new Decision(limit, outcome, outcome >= 0 ? granted : 0, remaining, resetAfter);
    }
}
