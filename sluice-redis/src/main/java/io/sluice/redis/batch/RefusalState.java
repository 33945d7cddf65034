package io.sluice.redis.batch;

import io.sluice.core.Decision;
import org.jspecify.annotations.Nullable;

/** The counters of a refused key as Redis last saw them: tells what Redis would answer later if nothing else were asked meanwhile. */
@FunctionalInterface
public interface RefusalState {
    /** The decision so many nanoseconds after the refusal, which is at most its {@code retryAfter}; null once it would be allowed. */
    @Nullable
    Decision after(long nanos);
}
