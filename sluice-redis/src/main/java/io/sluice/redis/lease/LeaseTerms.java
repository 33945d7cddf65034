package io.sluice.redis.lease;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Under what limit the shared store counts where permits are taken ahead, and how long they may be used.
 *
 * <p>A permit charged at s and used by s + L lets the store earn it back meanwhile. So the store's burst is smaller by what the rate
 * earns in that time: what is used in an interval d was charged in one of d + L, and that is at most (burst - ⌈rate·L⌉) +
 * ⌊rate·(d + L)⌋, which is no more than burst + ⌊rate·d⌋. This holds for whoever asks, with a lease or without, as long as all
 * are counted under the smaller burst.
 */
class LeaseTerms {
    /** Slices of less are single permits. */
    private static final long LEAST_BURST = 16;
    /** Two clocks may drift apart by one part in so many. */
    private static final long DRIFT = 1_000;

    private final Limit asked;
    private final Limit counted;
    private final LimitSet limits;
    private final long validNanos;

    LeaseTerms(LimitSet asked, long spare, long validNanos) {
        this.asked = asked.limits().get(0);
        this.counted = narrowed(this.asked, spare);
        LimitSet before = asked.previous();
        this.limits = new LimitSet(asked.name(), List.of(counted), before == null ? null : counted(before, validNanos));
        this.validNanos = validNanos;
    }

    /** Null where every decision has to be asked for: leases would take more than a quarter of the burst away, or gain nothing. */
    static @Nullable LeaseTerms of(LimitSet limits, long validNanos) {
        Limit limit = limits.limits().get(0);
        boolean worthIt = limits.limits().size() == 1
                && limit.kind() == Limit.Kind.TOKEN_BUCKET
                && limit.permits() > 0
                && limit.capacity() >= LEAST_BURST
                && earned(limit, validNanos) <= limit.capacity() / 4;
        return worthIt ? new LeaseTerms(limits, earned(limit, validNanos), validNanos) : null;
    }

    /** Permits that come back in that time, rounded up. */
    private static long earned(Limit limit, long nanos) {
        BigInteger period = BigInteger.valueOf(limit.periodNanos());
        return BigInteger.valueOf(limit.permits())
                .multiply(BigInteger.valueOf(nanos))
                .add(period.subtract(BigInteger.ONE))
                .divide(period)
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    /** What the store is asked about where callers ask about these: what was counted before a change stays under the burst it had. */
    static LimitSet counted(LimitSet limits, long validNanos) {
        LeaseTerms terms = of(limits, validNanos);
        LimitSet before = limits.previous();
        return terms != null || before == null
                ? terms == null ? limits : terms.limits()
                : new LimitSet(limits.name(), limits.limits(), counted(before, validNanos));
    }

    private static Limit narrowed(Limit limit, long spare) {
        return limit.burst(Math.max(0, limit.capacity() - spare));
    }

    /** What the store is asked about. */
    LimitSet limits() {
        return limits;
    }

    /** What the caller is answered about. */
    Limit limit() {
        return asked;
    }

    /** Counted from before the question was sent: the store may have charged at any time since. */
    long expiresAt(long askedAt, long answeredAt) {
        return askedAt + validNanos - validNanos / DRIFT;
    }

    long validNanos() {
        return validNanos;
    }

    /** How much longer it takes for so many permits than for one. */
    long waitForMore(long permits) {
        return BigInteger.valueOf(permits - 1)
                        .multiply(BigInteger.valueOf(asked.periodNanos()))
                        .divide(BigInteger.valueOf(asked.permits()))
                        .min(BigInteger.valueOf(Long.MAX_VALUE / 4))
                        .longValue()
                + (permits > 1 ? 1 : 0);
    }

    /** Whether it is this limit that the store counts under. */
    boolean counts(Limit limit) {
        return limit.equals(counted);
    }

    /** The store's answer in terms of the limit that was asked about. */
    Decision translated(Decision decision) {
        if (decision.blocked()) {
            return Decision.blocked(asked, decision.retryAfterNanos());
        }
        if (decision.undecided()) {
            return Decision.undecided(asked, decision.retryAfterNanos());
        }
        return decision.allowed()
                ? Decision.allowed(
                        asked,
                        decision.granted(),
                        decision.remaining(),
                        decision.resetAfterNanos(),
                        decision.delayNanos())
                : Decision.refused(asked, decision.retryAfterNanos(), decision.remaining(), decision.resetAfterNanos());
    }
}
