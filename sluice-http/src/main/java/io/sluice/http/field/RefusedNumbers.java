package io.sluice.http.field;

import io.sluice.core.Decision;
import org.jspecify.annotations.Nullable;

/** All that differs between two refusals by the same rules: who has the same numbers is told the same. Can be set again and again. */
public final class RefusedNumbers {
    private int binding;
    private boolean blocked;
    private long remaining;
    private long retryAfter;
    private long reset;
    private long resetEpoch;

    /** Of something that no limit refused. */
    public void clear() {
        binding = 0;
        blocked = false;
        remaining = 0;
        retryAfter = 0;
        reset = 0;
        resetEpoch = 0;
    }

    void set(int place, Quota quota, Decision decision, long wallNanos) {
        long wait = decision.retryAfterNanos();
        binding = place;
        blocked = decision.blocked();
        remaining = Gap.REMAINING.value(quota, decision, wallNanos);
        retryAfter = wait == Long.MAX_VALUE ? Gap.NEVER : Seconds.of(wait);
        reset = Gap.RESET.value(quota, decision, wallNanos);
        resetEpoch = Gap.RESET_EPOCH.value(quota, decision, wallNanos);
    }

    public RefusedNumbers copy() {
        RefusedNumbers copy = new RefusedNumbers();
        copy.binding = binding;
        copy.blocked = blocked;
        copy.remaining = remaining;
        copy.retryAfter = retryAfter;
        copy.reset = reset;
        copy.resetEpoch = resetEpoch;
        return copy;
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof RefusedNumbers other
                && binding == other.binding
                && blocked == other.blocked
                && remaining == other.remaining
                && retryAfter == other.retryAfter
                && reset == other.reset
                && resetEpoch == other.resetEpoch;
    }

    @Override
    public int hashCode() {
        long mixed = ((binding * 31L + remaining) * 31 + retryAfter) * 31 + reset + resetEpoch * 0x9E3779B97F4A7C15L;
        return (int) (mixed ^ (mixed >>> 32));
    }
}
