package io.sluice.http.answer;

import io.sluice.core.Limit;
import io.sluice.http.field.Standing;
import io.sluice.rules.Cost;

/** Limits in words for people. */
final class LimitWords {
    private LimitWords() {}

    /** "Maximum 100 requests per hour allowed. Try again in 12 s." */
    static String refusal(Standing standing) {
        boolean single = standing.rule().cost().equals(Cost.ONE);
        String advice = standing.retryAfterSeconds().isPresent()
                ? "Try again in " + standing.retryAfterSeconds().getAsLong() + " s."
                : "Trying again will not help.";
        return "Maximum " + of(standing.limit(), single ? "request" : "permit") + " allowed. " + advice;
    }

    /** "100 requests per hour" */
    private static String of(Limit limit, String what) {
        return limit.permits() + " " + what + (limit.permits() == 1 ? " per " : "s per ") + PeriodWords.of(limit);
    }
}
