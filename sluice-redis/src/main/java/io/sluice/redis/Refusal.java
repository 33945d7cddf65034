package io.sluice.redis;

import io.sluice.core.Decision;
import io.sluice.core.LimitSet;
import io.sluice.redis.batch.RefusalState;
import org.jspecify.annotations.Nullable;

/**
 * A refusal of Redis that is remembered. Redis made it between {@link #asked} and {@link #heard}: it is held no longer than if that was at once,
 * and says what is true if that was just now, so a wait that it tells is never too short.
 */
final class Refusal {
    final LimitSet limits;
    final String key;
    final long permits;
    /** When the question was sent, by this process' clock. */
    final long asked;
    /** When the reply came. */
    final long heard;

    private final long waitNanos;
    private final RefusalState state;
    private volatile boolean kept;

    Refusal(LimitSet limits, String key, long permits, long asked, long heard, long waitNanos, RefusalState state) {
        this.limits = limits;
        this.key = key;
        this.permits = permits;
        this.asked = asked;
        this.heard = heard;
        this.waitNanos = waitNanos;
        this.state = state;
    }

    @SuppressWarnings("ReferenceEquality") // the usual case; comparing limits takes longer than all the rest
    boolean isAbout(LimitSet others, String otherKey, long otherPermits) {
        return permits == otherPermits && key.equals(otherKey) && (limits == others || limits.equals(others));
    }

    boolean isOf(String name) {
        return limits.name().equals(name);
    }

    boolean isForEver() {
        return waitNanos == Long.MAX_VALUE;
    }

    boolean holds(long now, long longestNanos) {
        return now - asked < Math.min(waitNanos, longestNanos);
    }

    long left(long now) {
        return waitNanos - (now - asked);
    }

    /** What Redis would answer now. */
    @Nullable
    Decision at(long now) {
        return state.after(now - heard);
    }

    /** Until then it might be one that was just changed. */
    boolean isKept() {
        return kept;
    }

    void keep() {
        kept = true;
    }
}
