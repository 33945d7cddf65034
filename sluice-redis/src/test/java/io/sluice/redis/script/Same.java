package io.sluice.redis.script;

import io.sluice.core.Decision;

/** Compares decisions in all they say. */
public final class Same {
    private Same() {}

    public static void decision(Decision actual, Decision expected) {
        same(text(actual) + by(actual), text(expected) + by(expected));
    }

    static void decisionButForBinding(Decision actual, Decision expected) {
        same(text(actual), text(expected));
    }

    private static void same(String actual, String expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError("Redis says " + actual + ", memory " + expected);
        }
    }

    private static String text(Decision decision) {
        return "allowed=%s granted=%d remaining=%d retryAfter=%d resetAfter=%d delay=%d blocked=%s"
                .formatted(
                        decision.allowed(),
                        decision.granted(),
                        decision.remaining(),
                        decision.retryAfterNanos(),
                        decision.resetAfterNanos(),
                        decision.delayNanos(),
                        decision.blocked());
    }

    private static String by(Decision decision) {
        return " limit=%d by %s".formatted(decision.limit(), decision.binding());
    }
}
