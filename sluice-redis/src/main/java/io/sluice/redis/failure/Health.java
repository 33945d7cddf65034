package io.sluice.redis.failure;

import java.time.Instant;
import java.util.Optional;

/**
 * How the shared store is doing, as seen from this instance.
 *
 * @param phase of the breaker
 * @param up whether it answers, as the last tries said; false before the first
 * @param failures questions that the shared store failed to answer, those too late not counted
 * @param timeouts questions that it did not answer within the budget
 * @param fallbacks questions answered without it: those that failed or were late, and those it was not asked at all
 * @param lastFailure the latest of the failures and timeouts
 */
public record Health(
        Phase phase, boolean up, long failures, long timeouts, long fallbacks, Optional<Failure> lastFailure) {
    /** Of the breaker. */
    public enum Phase {
        /** Every question is asked. */
        CLOSED,
        /** None is asked. */
        OPEN,
        /** One has been asked, and the breaker waits for what becomes of it. */
        HALF_OPEN
    }

    /** What went wrong, and when. */
    public record Failure(Throwable error, Instant at) {
        /** What is at the bottom of it, in words. */
        public String cause() {
            return RootCause.of(error);
        }
    }
}
