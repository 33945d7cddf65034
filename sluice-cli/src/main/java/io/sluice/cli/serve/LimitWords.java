package io.sluice.cli.serve;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.http.answer.PeriodWords;

/** Limits in words for people. */
final class LimitWords {
    private LimitWords() {}

    /** "Maximum 5 requests per second allowed, bursts of 10. Try again in 1 s." */
    static String refusal(Decision decision) {
        String advice = decision.never()
                ? "Trying again will not help."
                : "Try again in " + Math.max(1, decision.retryAfterSeconds()) + " s.";
        return "Maximum " + of(decision.binding()) + ". " + advice;
    }

    /** "5 requests per second allowed, bursts of 10" */
    static String of(Limit limit) {
        String requests = limit.permits() == 1 ? " request per " : " requests per ";
        return limit.permits() + requests + PeriodWords.of(limit) + " allowed" + more(limit);
    }

    private static String more(Limit limit) {
        return switch (limit.kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET ->
                limit.capacity() == limit.permits() ? "" : ", bursts of " + limit.capacity();
            case LEAKY_QUEUE -> ", " + limit.capacity() + " waiting at most";
            default -> "";
        };
    }
}
