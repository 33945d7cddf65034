package io.sluice.redis.batch;

import io.sluice.core.Decision;

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

    protected abstract void decided(Decision decision);

    protected abstract void failed(Throwable why);
}
