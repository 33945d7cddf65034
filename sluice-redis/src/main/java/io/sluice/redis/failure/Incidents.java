package io.sluice.redis.failure;

import io.sluice.core.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what went wrong, and remembers the last of it. */
final class Incidents {
    private record Last(Throwable error, long wallNanos) {}

    private final Clock clock;
    /** One for all: no answer in time looks the same every time, and a stack trace each would be dear just when time is short. */
    private final TimeoutException late;

    private final LongAdder failures = new LongAdder();
    private final LongAdder timeouts = new LongAdder();
    private final LongAdder fallbacks = new LongAdder();
    private volatile @Nullable Last last;

    Incidents(Clock clock, Duration budget) {
        this.clock = clock;
        this.late = new TimeoutException("no answer within " + budget.toNanos() / 1_000 + " us");
        late.setStackTrace(new StackTraceElement[0]);
    }

    void failed(Throwable error) {
        failures.increment();
        remember(error);
    }

    void late() {
        timeouts.increment();
        remember(late);
    }

    void fellBack() {
        fallbacks.increment();
    }

    private void remember(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        last = new Last(cause == null ? error : cause, clock.wallNanos());
    }

    Throwable lastError() {
        Last known = last;
        return known == null ? late : known.error;
    }

    Health health(Health.Phase phase, boolean up) {
        return new Health(phase, up, failures.sum(), timeouts.sum(), fallbacks.sum(), lastFailure());
    }

    private Optional<Health.Failure> lastFailure() {
        Last known = last;
        return known == null
                ? Optional.empty()
                : Optional.of(new Health.Failure(known.error, Instant.EPOCH.plusNanos(known.wallNanos)));
    }
}
