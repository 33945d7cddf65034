package io.sluice.benchmarks.redis;

/** A trial that says nothing: a limiter that grants the wrong number, or does not answer, has no speed. */
final class RejectedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final String reason;

    RejectedException(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
