package io.sluice.redis;

import io.sluice.core.Answer;
import io.sluice.core.Decision;
import java.util.List;

/** Redis counts in microseconds: what is said in nanoseconds is rounded up, so that nobody comes back too early. */
final class Microseconds {
    private static final long NANOS = 1_000;

    private Microseconds() {}

    static Answer roundedUp(Answer answer) {
        Decision decision = answer.decision();
        if (isWhole(decision)) {
            return answer;
        }
        List<Decision> each =
                answer.each().stream().map(Microseconds::roundedUp).toList();
        return new Answer(roundedUp(decision), answer.receipt(), each);
    }

    private static boolean isWhole(Decision decision) {
        return isWhole(decision.retryAfterNanos())
                && isWhole(decision.resetAfterNanos())
                && isWhole(decision.delayNanos());
    }

    private static boolean isWhole(long nanos) {
        return nanos % NANOS == 0 || nanos == Long.MAX_VALUE;
    }

    private static Decision roundedUp(Decision decision) {
        long reset = roundedUp(decision.resetAfterNanos());
        long wait = roundedUp(decision.retryAfterNanos());
        if (decision.allowed()) {
            return Decision.allowed(
                    decision.binding(),
                    decision.granted(),
                    decision.remaining(),
                    reset,
                    roundedUp(decision.delayNanos()));
        }
        return decision.blocked()
                ? Decision.blocked(decision.binding(), wait)
                : Decision.refused(decision.binding(), wait, decision.remaining(), reset);
    }

    private static long roundedUp(long nanos) {
        return isWhole(nanos) ? nanos : (nanos / NANOS + 1) * NANOS;
    }
}
