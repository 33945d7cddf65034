package io.sluice.redis.link;

import java.util.concurrent.atomic.AtomicLong;

/** Counts what was asked of Redis and what came back. */
final class Awaited {
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();

    void ask() {
        asked.incrementAndGet();
    }

    void answer() {
        answered.incrementAndGet();
    }

    /** How often was asked so far. */
    long asked() {
        return asked.get();
    }

    /** How many replies there were so far. */
    long answered() {
        return answered.get();
    }

    boolean isAny() {
        return answered.get() < asked.get();
    }
}
