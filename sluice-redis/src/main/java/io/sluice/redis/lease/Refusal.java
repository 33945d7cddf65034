package io.sluice.redis.lease;

import io.sluice.core.Decision;

/**
 * A key has no permit until some time: known, and not asked for again before.
 *
 * <p>But never for more than {@link #MOST_NANOS}, which is how late a reset, refund or unblock somewhere else may be seen.
 */
final class Refusal {
    static final long MOST_NANOS = 1_000_000_000;

    private final LeaseTerms terms;
    private final Decision decision;
    private final long at;

    /** {@code decision}: to somebody who asked for one permit. */
    Refusal(LeaseTerms terms, Decision decision, long at) {
        this.terms = terms;
        this.decision = decision;
        this.at = at;
    }

    boolean holds(long now) {
        return now - at < Math.min(decision.retryAfterNanos(), MOST_NANOS);
    }

    /** What is answered to somebody who asks for so many, while it holds. */
    Decision decision(long permits, long now) {
        long passed = now - at;
        if (permits > terms.limits().mostAtOnce()) {
            return Decision.refused(terms.limit(), Long.MAX_VALUE, 0, later(decision.resetAfterNanos(), passed));
        }
        long wait = decision.never() ? Long.MAX_VALUE : later(decision.retryAfterNanos(), passed);
        if (decision.undecided()) {
            return Decision.undecided(terms.limit(), wait);
        }
        return decision.blocked()
                ? Decision.blocked(terms.limit(), wait)
                : Decision.refused(
                        terms.limit(),
                        decision.never() ? wait : wait + terms.waitForMore(permits),
                        0,
                        later(decision.resetAfterNanos(), passed));
    }

    private static long later(long nanos, long passed) {
        return Math.max(0, nanos - passed);
    }
}
