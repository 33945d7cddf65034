package io.sluice.redis.lease;

import io.sluice.core.Decision;
import io.sluice.core.Limit;

/** A ban that the shared store told of; {@link Long#MAX_VALUE} is for ever. */
record Ban(long nanos, long at) {
    boolean holds(long now) {
        return left(now) > 0;
    }

    private long left(long now) {
        return nanos == Long.MAX_VALUE ? nanos : nanos - (now - at);
    }

    Decision decision(Limit limit, long now) {
        return Decision.blocked(limit, left(now));
    }
}
