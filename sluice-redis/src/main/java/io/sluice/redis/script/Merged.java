package io.sluice.redis.script;

import io.sluice.core.Decision;
import java.util.List;

/** One decision from those of several keys: the longest waits, the least left. */
public final class Merged {
    private static final long BLOCKED = -1;

    private Merged() {}

    public static Decision of(List<Decision> all, long granted) {
        Decision binding = all.get(0);
        boolean allowed = true;
        long delay = 0;
        long remaining = Long.MAX_VALUE;
        long resetAfter = 0;
        for (Decision one : all) {
            binding = isWorse(one, binding) ? one : binding;
            allowed &= one.allowed();
            delay = Math.max(delay, one.delayNanos());
            remaining = Math.min(remaining, one.blocked() ? BLOCKED : one.remaining());
            resetAfter = Math.max(resetAfter, one.resetAfterNanos());
        }
        return allowed
                ? Decision.allowed(binding.binding(), granted, remaining, resetAfter, delay)
                : Decision.refused(binding.binding(), binding.retryAfterNanos(), remaining, resetAfter);
    }

    private static boolean isWorse(Decision one, Decision other) {
        if (one.allowed() && other.allowed()) {
            return share(one) < share(other);
        }
        return !one.allowed() && (other.allowed() || one.retryAfterNanos() > other.retryAfterNanos());
    }

    private static double share(Decision decision) {
        return (double) decision.remaining() / Math.max(1, decision.limit());
    }
}
