package io.sluice.redis.failure;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Question.Charge;

/**
 * What the shared store last said of a key.
 *
 * @param atNanos when that was heard
 * @param given permits that were given here since, without asking it
 */
record Said(String name, String key, Decision decision, long atNanos, long given) {
    /** With so little used there is nothing to know: whoever knows nothing of a key takes it for unused. */
    static boolean isNearlyUnused(Decision decision) {
        return decision.remaining() >= decision.limit() - decision.limit() / 8;
    }

    boolean isOf(Charge charge) {
        return key.equals(charge.key()) && name.equals(charge.limits().name());
    }

    Said given(long permits) {
        return new Said(name, key, decision, atNanos, given + permits);
    }

    /** One instance's part of what was left then and has been earned since, less what it has given. */
    long left(long now, int instances) {
        return (decision.remaining() + earned(now)) / instances - given;
    }

    /** From 0 to 1, of all instances. */
    double unused(long now) {
        return Math.min(1, (double) (decision.remaining() + earned(now)) / Math.max(1, decision.limit()));
    }

    private long earned(long now) {
        long nanos = Math.max(0, now - atNanos);
        if (refills()) {
            return (long) ((double) nanos * limit().permits() / limit().periodNanos());
        }
        return nanos >= lifeNanos() ? decision.limit() : 0;
    }

    Decision refused(long permits, long now, int instances) {
        long left = left(now, instances);
        long wait = Math.max(1, waitNanos((permits - left) * (double) instances, now));
        long reset = Math.max(wait, decision.resetAfterNanos() - Math.max(0, now - atNanos));
        return Decision.refused(DividedLimits.of(limit(), instances), wait, Math.max(0, left), reset);
    }

    private long waitNanos(double missing, long now) {
        return refills() && limit().permits() > 0
                ? (long) Math.ceil(missing * limit().periodNanos() / limit().permits()) + Math.max(0, atNanos - now)
                : atNanos + lifeNanos() - now;
    }

    /** Bit by bit, as buckets and queues do. */
    private boolean refills() {
        return switch (limit().kind()) {
            case TOKEN_BUCKET, LEAKY_BUCKET, LEAKY_QUEUE -> true;
            default -> false;
        };
    }

    private long lifeNanos() {
        return Math.min(limit().periodNanos(), decision.resetAfterNanos());
    }

    private Limit limit() {
        return decision.binding();
    }
}
