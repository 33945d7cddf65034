package io.sluice.rules;

import io.sluice.core.Limit;
import java.util.List;

/** What a key takes in Redis, by what was measured: docs/operations.md says with what. */
final class RedisSize {
    /** Of a token bucket, by {@code used_memory}. */
    private static final long ONE_LIMIT = 129;

    private static final long EACH_FURTHER = 20;
    private static final long PART = 5;
    private static final long GRANT = 13;

    private RedisSize() {}

    static long ofKey(List<Limit> limits) {
        long bytes = ONE_LIMIT + EACH_FURTHER * (limits.size() - 1);
        for (Limit limit : limits) {
            bytes += switch (limit.kind()) {
                case SUB_WINDOWS -> PART * limit.parts();
                case SLIDING_LOG -> ONE_LIMIT + GRANT * Long.highestOneBit(Math.max(1, limit.capacity()) * 2 - 1);
                default -> 0;
            };
        }
        return bytes;
    }
}
