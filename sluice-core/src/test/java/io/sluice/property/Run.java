package io.sluice.property;

import io.sluice.core.Decision;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;

/** A story told to a limiter, with the time moved as its steps say. */
final class Run {
    static final String KEY = "key";
    private static final Duration CENTURY = Duration.ofDays(36_500);

    final ManualClock clock;
    final RateLimiter limiter;
    private Decision last;

    Run(Story story) {
        this.clock = new ManualClock(story.start());
        this.limiter = RateLimiter.builder().clock(clock).limits(story.parsed()).build();
        this.last = limiter.peek(KEY, 0);
    }

    long now() {
        return clock.nanos();
    }

    void pause(Step step) {
        long wait = last.never() ? 0 : last.retryAfterNanos();
        long reset = last.resetAfterNanos() == Long.MAX_VALUE ? 0 : last.resetAfterNanos();
        clock.advanceNanos(
                switch (step.pause()) {
                    case NONE -> 0;
                    case SOME -> step.nanos();
                    case RETRY_AFTER -> wait;
                    case JUST_TOO_EARLY -> Math.max(0, wait - 1);
                    case RESET_AFTER -> reset;
                    case JUST_BEFORE_RESET -> Math.max(0, reset - 1);
                });
    }

    Decision ask(Step step) {
        last = switch (step.op()) {
            case ACQUIRE -> limiter.tryAcquire(KEY, step.permits());
            case UP_TO -> limiter.tryAcquireUpTo(KEY, step.permits());
            case PEEK -> limiter.peek(KEY, step.permits());
            case REFUND -> limiter.refund(KEY, step.permits());
            case PENALIZE -> limiter.penalize(KEY, step.permits());
            case RESET -> limiter.reset(KEY);
            case RESERVE, RESERVE_AND_CANCEL -> reserve(step).decision();
        };
        return last;
    }

    Reservation reserve(Step step) {
        Reservation made = limiter.reserve(KEY, step.permits(), patience(step));
        last = made.decision();
        return made;
    }

    static Duration patience(Step step) {
        return step.nanos() % 2 == 0 ? CENTURY : Duration.ofNanos(step.nanos());
    }
}
