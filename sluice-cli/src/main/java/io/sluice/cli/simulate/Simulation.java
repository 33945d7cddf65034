package io.sluice.cli.simulate;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;
import java.util.List;

/** A limiter in virtual time: does what events say, and answers. */
final class Simulation {
    private final ManualClock clock = new ManualClock();
    private final Promises promises = new Promises();
    private final RateLimiter limiter;
    private final AnswerWriter answers;

    Simulation(List<Limit> limits, long maxKeys, AnswerWriter answers) {
        this.limiter = RateLimiter.builder()
                .limits(limits.toArray(Limit[]::new))
                .maxKeys(maxKeys)
                .clock(clock)
                .build();
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
        return forGood ? limiter.block(event.key) : limiter.block(event.key, Duration.ofNanos(event.durationNanos));
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
        Reservation reservation = event.maxWaitNanos == Event.UNBOUNDED
                ? limiter.reserve(event.key, event.permits)
                : limiter.reserve(event.key, event.permits, Duration.ofNanos(event.maxWaitNanos));
        if (named) {
            promises.add(event, reservation, clock.nanos());
        }
        answers.write(clock.nanos(), event.key, reservation.decision());
    }

    private void cancel(Event event) throws BadInput, OutputFailure {
        Promises.Promise promise = promises.find(event);
        clock.moveTo(event.t);
        boolean givenBack = promise.cancel();
        answers.write(clock.nanos(), promise.key(), limiter.peek(promise.key(), 0), givenBack);
    }
}
