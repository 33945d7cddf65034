package io.sluice.redis.batch;

import io.sluice.core.Decision;
import org.jspecify.annotations.Nullable;

/** Somebody who waits for permits of a key. Told once, in the thread that brings the reply, which must not be kept. */
public abstract class Waiting {
    final String key;
    final long permits;
    final int slot;

    protected Waiting(String key, long permits, int slot) {
        this.key = key;
        this.permits = permits;
        this.slot = slot;
    }

    public final int slot() {
        return slot;
    }

    /**
     * Answered by Redis.
     *
     * @param granted how many requests for this key were allowed by the same reply, before this one was decided
     * @param refusal what this one was refused by; null if it is allowed
     */
    protected abstract void decided(Decision decision, int granted, @Nullable RefusalState refusal);

    protected abstract void failed(Throwable why);
}
