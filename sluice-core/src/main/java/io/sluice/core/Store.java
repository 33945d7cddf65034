package io.sluice.core;

import java.util.concurrent.CompletionStage;

/**
 * Where counters live: in this process, or in one place for many. To be implemented by whoever keeps them; users ask through
 * {@link AsyncRateLimiter} and {@link AsyncCharges}.
 */
public interface Store extends AutoCloseable {
    /** In this process. */
    static Store memory() {
        return memory(Clock.system());
    }

    static Store memory(Clock clock) {
        return memory(clock, 1_000_000);
    }

    /** With counters for at most so many keys under each name. */
    static Store memory(Clock clock, long maxKeys) {
        return new MemoryStore(clock, RateLimiter.checkedMaxKeys(maxKeys));
    }

    /**
     * Answers one question about one or several keys: all of them are charged or none. Never throws and never blocks; a
     * store that cannot decide answers by what it was told to do then.
     */
    CompletionStage<Answer> ask(Question question);

    /** What waiting goes by. */
    Clock clock();

    /** Always the same, so that closing the store releases those who wait; without, they wait as long as they were told. */
    default AsyncWaiters waiters() {
        return new AsyncWaiters();
    }

    /** A limiter in this store; limiters of one name share their counters. */
    default AsyncRateLimiter limiter(String name, Limit... limits) {
        return new AsyncRateLimiter(this, LimitSet.of(name, limits));
    }

    /**
     * Lets go of what this process keeps for a name: said by who knows that nothing which was used under it counts any more. What is counted elsewhere stays counted.
     */
    default void forget(String name) {}

    @Override
    void close();
}
