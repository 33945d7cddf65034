package io.sluice.core;

/** The parts of a decision on their way to it, for paths too long to be inlined: reused by each thread, so nothing is allocated. */
final class Parts {
    private static final ThreadLocal<Parts> OF_THREAD = ThreadLocal.withInitial(() -> new Parts(Limit.unlimited()));

    Limit binding;
    /** As in {@link Decision}: the delay, or the complement of the wait. */
    long outcome;

    long remaining;
    long resetAfterNanos;
    /** When permits were taken, in monotonic time; of no meaning otherwise. */
    long at;
    /** Only so that fetching ahead has an effect. */
    long touched;

    private Parts(Limit binding) {
        this.binding = binding;
    }

    static Parts ofThread() {
        return OF_THREAD.get();
    }

    void set(Limit limit, long outcome, long remaining, long resetAfterNanos) {
        this.binding = limit;
        this.outcome = outcome;
        this.remaining = remaining;
        this.resetAfterNanos = resetAfterNanos;
    }

    void set(Decision decision) {
        set(decision.binding(), decision.outcome(), decision.rawRemaining(), decision.resetAfterNanos());
    }
}
