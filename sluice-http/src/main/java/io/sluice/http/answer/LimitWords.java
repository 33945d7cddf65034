package io.sluice.http.answer;

import io.sluice.core.Limit;
import io.sluice.http.field.Standing;
import io.sluice.rules.Cost;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Limits in words for people. */
final class LimitWords {
    private LimitWords() {}

    /**
     * "Maximum 100 requests per hour allowed. Try again in 12 s.", or "Blocked for exceeding 2 requests per minute. Try again in 900 s, at 2026-11-19T23:40:00Z."
     *
     * @param blockedUntil null where that is never, and where the client is not blocked
     */
    static String refusal(Standing standing, @Nullable Instant blockedUntil) {
        boolean single = standing.rule().cost().equals(Cost.ONE);
        String at = blockedUntil == null ? "." : ", at " + blockedUntil + ".";
        String advice = standing.retryAfterSeconds().isPresent()
                ? "Try again in " + standing.retryAfterSeconds().getAsLong() + " s" + at
                : "Trying again will not help.";
        String limit = of(standing.limit(), single ? "request" : "permit");
        if (standing.blocked()) {
            return (standing.rule().block() == null ? "Blocked. " : "Blocked for exceeding " + limit + ". ") + advice;
        }
        return "Maximum " + limit + " allowed. " + advice;
    }

    /** "100 requests per hour" */
    private static String of(Limit limit, String what) {
        return limit.permits() + " " + what + (limit.permits() == 1 ? " per " : "s per ") + PeriodWords.of(limit);
    }
}
