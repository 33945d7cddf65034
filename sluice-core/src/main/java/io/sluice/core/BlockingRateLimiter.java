package io.sluice.core;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An {@link AsyncRateLimiter} whose answers are waited for, but no longer than a budget. */
public final class BlockingRateLimiter {
    private final AsyncRateLimiter limiter;
    private final long budgetNanos;

    BlockingRateLimiter(AsyncRateLimiter limiter, Duration budget) {
        this.limiter = limiter;
        this.budgetNanos = RateLimiter.nanos(budget);
    }

    /** Takes a permit if there is one. */
    public Decision tryAcquire(String key) throws TimeoutException, InterruptedException {
        return tryAcquire(key, 1);
    }

    /** Takes that many permits or none. */
    public Decision tryAcquire(String key, long permits) throws TimeoutException, InterruptedException {
        return await(limiter.tryAcquire(key, permits));
    }

    public Decision tryAcquireUpTo(String key, long most) throws TimeoutException, InterruptedException {
        return await(limiter.tryAcquireUpTo(key, most));
    }

    public Decision peek(String key, long permits) throws TimeoutException, InterruptedException {
        return await(limiter.peek(key, permits));
    }

    public Decision refund(String key, long permits) throws TimeoutException, InterruptedException {
        return await(limiter.refund(key, permits));
    }

    public Decision penalize(String key, long permits) throws TimeoutException, InterruptedException {
        return await(limiter.penalize(key, permits));
    }

    private <T> T await(CompletionStage<T> stage) throws TimeoutException, InterruptedException {
        try {
            return stage.toCompletableFuture().get(budgetNanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }
}
