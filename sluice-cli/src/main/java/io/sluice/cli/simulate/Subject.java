package io.sluice.cli.simulate;

import io.sluice.core.Decision;
import io.sluice.core.Limit;

/** What events act on: one limiter, wherever its counters live. */
interface Subject extends AutoCloseable {
    /** Stands for no bound. */
    long UNBOUNDED = Long.MAX_VALUE;

    Decision tryAcquire(String key, long permits);

    Decision tryAcquireUpTo(String key, long most);

    Promise reserve(String key, long permits, long maxWaitNanos);

    Decision peek(String key, long permits);

    Decision refund(String key, long permits);

    Decision penalize(String key, long permits);

    Decision reset(String key);

    Decision block(String key, long nanos);

    Decision unblock(String key);

    void reconfigure(Limit... limits);

    @Override
    void close();

    /** Permits that were promised or not. */
    interface Promise {
        Decision decision();

        /** Whether there was anything to give back. */
        boolean cancel();
    }
}
