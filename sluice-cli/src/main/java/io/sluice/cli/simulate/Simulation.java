package io.sluice.cli.simulate;

import io.sluice.core.Decision;
import io.sluice.core.ManualClock;

/** A limiter in virtual time: does what events say, and answers. */
final class Simulation {
    private final ManualClock clock;
    private final Promises promises = new Promises();
    private final Subject limiter;
    private final AnswerWriter answers;

    /** The subject goes by this clock, which events move. */
    Simulation(ManualClock clock, Subject limiter, AnswerWriter answers) {
        this.clock = clock;
        this.limiter = limiter;
        this.answers = answers;
    }

    /** Does all of the event, or, if it is bad, nothing. */
    void run(Event event) throws BadInput, OutputFailure {
        switch (event.op) {
            case CANCEL -> cancel(event);
            case RESERVE -> reserve(event);
            default -> {
                clock.moveTo(event.t);
                answers.write(clock.nanos(), event.key, decide(event));
            }
        }
    }

    private Decision decide(Event event) {
        String key = event.key;
        return switch (event.op) {
            case ACQUIRE -> limiter.tryAcquire(key, event.permits);
            case ACQUIRE_AT_MOST -> limiter.tryAcquireUpTo(key, event.permits);
            case PEEK -> limiter.peek(key, event.permits);
            case REFUND -> limiter.refund(key, event.permits);
            case PENALIZE -> limiter.penalize(key, event.permits);
            case RESET -> limiter.reset(key);
            case BLOCK -> block(event);
            case UNBLOCK -> limiter.unblock(key);
            case RECONFIGURE -> reconfigure(event);
            case RESERVE, CANCEL -> throw new AssertionError(event.op + " answers by itself");
        };
    }

    private Decision block(Event event) {
        boolean forGood = event.durationNanos == 0 || event.durationNanos == Event.UNBOUNDED;
        return limiter.block(event.key, forGood ? Subject.UNBOUNDED : event.durationNanos);
    }

    private Decision reconfigure(Event event) {
        limiter.reconfigure(event.limits);
        return limiter.peek(event.key, 0);
    }

    private void reserve(Event event) throws BadInput, OutputFailure {
        boolean named = event.has(Field.ID);
        if (named) {
            promises.checkUnused(event, Math.max(clock.nanos(), event.t));
        }
        clock.moveTo(event.t);
        Subject.Promise promise = limiter.reserve(event.key, event.permits, event.maxWaitNanos);
        if (named) {
            promises.add(event, promise, clock.nanos());
        }
        answers.write(clock.nanos(), event.key, promise.decision());
    }

    private void cancel(Event event) throws BadInput, OutputFailure {
        Promises.Promise promise = promises.find(event);
        clock.moveTo(event.t);
        boolean givenBack = promise.cancel();
        answers.write(clock.nanos(), promise.key(), limiter.peek(promise.key(), 0), givenBack);
    }
}
