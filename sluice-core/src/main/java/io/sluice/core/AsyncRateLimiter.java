package io.sluice.core;

import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The verbs of {@link RateLimiter} where counters may live elsewhere: they answer later, and never block.
 *
 * <pre>{@code
 * Store store = Store.memory();
 * AsyncRateLimiter limiter = store.limiter("search", Limit.perMinute(100).burst(20));
 * limiter.tryAcquire("user:42").thenAccept(decision -> {
 *     if (!decision.allowed()) { respond(429, decision.retryAfter()); }
 * });
 * }</pre>
 *
 * <p>{@link #blocking} makes waiting for the answer explicit.
 */
public final class AsyncRateLimiter {
    private final Store store;
    private volatile LimitSet limits;

    AsyncRateLimiter(Store store, LimitSet limits) {
        this.store = store;
        this.limits = limits;
    }

    Store store() {
        return store;
    }

    LimitSet limitSet() {
        return limits;
    }

    public Limit[] limits() {
        return limits.limits().toArray(Limit[]::new);
    }

    /** Changes the limits, and keeps what each key has used, in permits. */
    public void reconfigure(Limit... others) {
        limits = limits.changedTo(others);
    }

    private AsyncCharges charge(String key, long permits) {
        return AsyncCharges.of(this, key, permits);
    }

    /** Takes a permit if there is one. */
    public CompletionStage<Decision> tryAcquire(String key) {
        return tryAcquire(key, 1);
    }

    /** Takes that many permits or none; 0 looks and takes nothing. */
    public CompletionStage<Decision> tryAcquire(String key, long permits) {
        Charge charge = new Charge(limits, Key.checked(key), RateLimiter.checked(permits));
        return store.ask(Question.of(Verb.TRY_ACQUIRE, List.of(charge))).thenApply(Answer::decision);
    }

    /** Takes as many permits as there are, up to {@code most}; refused if there is none. */
    public CompletionStage<Decision> tryAcquireUpTo(String key, long most) {
        return charge(key, 1).tryAcquireUpTo(most);
    }

    /** Promises permits that may be used within {@code maxWait}; refused, and nothing taken, if that is not possible. */
    public CompletionStage<AsyncReservation> reserve(String key, long permits, Duration maxWait) {
        return charge(key, permits).reserve(maxWait);
    }

    /** Completes when the permits may be used, at once if they cannot be within {@code timeout}; cancelling gives them back. */
    public CompletableFuture<Decision> acquire(String key, long permits, Duration timeout) {
        return charge(key, permits).acquire(timeout);
    }

    /** Says whether that many would pass, and takes none. */
    public CompletionStage<Decision> peek(String key, long permits) {
        return charge(key, permits).peek();
    }

    /** Gives permits back, up to full. Answers the state after. */
    public CompletionStage<Decision> refund(String key, long permits) {
        return charge(key, permits).refund();
    }

    /** Takes permits without asking, into debt. Answers the state after. */
    public CompletionStage<Decision> penalize(String key, long permits) {
        return charge(key, permits).penalize();
    }

    /** Forgets everything about a key, bans too. */
    public CompletionStage<Decision> reset(String key) {
        return charge(key, 0).reset();
    }

    /** Refuses the key for so long, whatever its permits. Replaces an earlier ban. */
    public CompletionStage<Decision> block(String key, Duration duration) {
        return charge(key, 0).block(duration);
    }

    /** Refuses the key until it is unblocked or reset. */
    public CompletionStage<Decision> block(String key) {
        return charge(key, 0).block();
    }

    /** Ends a ban; what was used stays used. */
    public CompletionStage<Decision> unblock(String key) {
        return charge(key, 0).unblock();
    }

    /** The same limiter for callers that may wait so long for an answer. */
    public BlockingRateLimiter blocking(Duration budget) {
        return new BlockingRateLimiter(this, budget);
    }
}
