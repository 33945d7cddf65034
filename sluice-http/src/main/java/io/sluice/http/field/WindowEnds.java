package io.sluice.http.field;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.util.List;

/**
 * When quotas that counted together are whole again. A decision tells how long that takes, and the wall clock is read after it, by then a little later; in Redis it is
 * another clock. So the end of an aligned window that lies near is meant exactly: rounded up, a moment later would be a second later.
 */
final class WindowEnds {
    /** Between the clock that decided and the one read here: enough for a round trip and for clocks that are kept in step. */
    static final long TOLERANCE_NANOS = 250_000_000;

    private final Limit[] aligned;

    private WindowEnds(Limit[] aligned) {
        this.aligned = aligned;
    }

    static WindowEnds of(List<Limit> counted) {
        return new WindowEnds(counted.stream()
                .filter(limit -> limit.kind() == Limit.Kind.FIXED_WINDOW)
                .toArray(Limit[]::new));
    }

    /** In nanoseconds since the epoch; the largest number for never. */
    long resetNanos(Decision decision, long wallNanos) {
        long resetAfter = decision.resetAfterNanos();
        if (resetAfter > Long.MAX_VALUE - wallNanos) {
            return Long.MAX_VALUE;
        }
        long reset = wallNanos + resetAfter;
        if (resetAfter == 0 || decision.blocked() || decision.undecided()) {
            return reset;
        }
        for (Limit limit : aligned) {
            long edge = limit.windowEdgeNear(reset, TOLERANCE_NANOS);
            if (edge != reset) {
                return edge;
            }
        }
        return reset;
    }
}
