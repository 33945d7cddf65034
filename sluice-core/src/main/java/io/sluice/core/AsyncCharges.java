package io.sluice.core;

import io.sluice.core.Question.Charge;
import io.sluice.core.Question.Verb;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Several keys, limiters of one store and costs, decided as one: all charged or none.
 *
 * <p>What a request that comes in between may see is for the store to say: at most a refusal too early, never an extra grant.
 */
public final class AsyncCharges {
    private final Store store;
    private final List<Charge> charges;

    private AsyncCharges(Store store, List<Charge> charges) {
        this.store = store;
        this.charges = charges;
    }

    public static AsyncCharges of(AsyncRateLimiter limiter, String key, long permits) {
        return new AsyncCharges(limiter.store(), List.of()).and(limiter, key, permits);
    }

    /** These charges and one more; a key that is there already costs both. */
    public AsyncCharges and(AsyncRateLimiter limiter, String key, long permits) {
        if (limiter.store() != store) {
            throw new IllegalArgumentException("all limiters of one decision must be of one store");
        }
        LimitSet limits = limiter.limitSet();
        long sum = RateLimiter.checked(permits);
        List<Charge> all = new ArrayList<>();
        for (Charge charge : charges) {
            if (charge.limits().name().equals(limits.name()) && charge.key().equals(key)) {
                sum = RateLimiter.checked(sum + charge.permits());
            } else {
                all.add(charge);
            }
        }
        all.add(new Charge(limits, Key.checked(key), sum));
        return new AsyncCharges(store, List.copyOf(all));
    }

    /** Charges every key, or none. */
    public CompletionStage<Decision> tryAcquire() {
        return ask(Question.of(Verb.TRY_ACQUIRE, charges));
    }

    /** Charges as often as every key allows, up to {@code most} times; {@link Decision#granted} says how often. */
    public CompletionStage<Decision> tryAcquireUpTo(long most) {
        return ask(new Question(Verb.TRY_ACQUIRE_UP_TO, charges, RateLimiter.checked(most), 0, null));
    }

    /** Promises every key's permits for the same moment. */
    public CompletionStage<AsyncReservation> reserve(Duration maxWait) {
        return store.ask(new Question(Verb.RESERVE, charges, 1, RateLimiter.nanos(maxWait), null))
                .thenApply(this::reservation);
    }

    private AsyncReservation reservation(Answer answer) {
        return new AsyncReservation(
                answer.decision(),
                () -> store.ask(new Question(Verb.CANCEL, charges, 1, 0, answer.receipt()))
                        .thenApply(undone -> Boolean.TRUE.equals(undone.receipt())));
    }

    /** Completes when the permits may be used, at once if they cannot be within {@code timeout}; cancelling gives them back. */
    public CompletableFuture<Decision> acquire(Duration timeout) {
        return AsyncWaiting.until(reserve(timeout), store);
    }

    /** Says whether all would pass, and takes none. */
    public CompletionStage<Decision> peek() {
        return ask(Question.of(Verb.PEEK, charges));
    }

    /** Gives every key its permits back. */
    public CompletionStage<Decision> refund() {
        return ask(Question.of(Verb.REFUND, charges));
    }

    /** Takes every key's permits without asking. */
    public CompletionStage<Decision> penalize() {
        return ask(Question.of(Verb.PENALIZE, charges));
    }

    /** Forgets everything about every key, bans too. */
    public CompletionStage<Decision> reset() {
        return ask(Question.of(Verb.RESET, charges));
    }

    /** Refuses every key for so long. */
    public CompletionStage<Decision> block(Duration duration) {
        return block(RateLimiter.nanos(duration));
    }

    /** Refuses every key until it is unblocked or reset. */
    public CompletionStage<Decision> block() {
        return block(Long.MAX_VALUE);
    }

    private CompletionStage<Decision> block(long nanos) {
        return ask(new Question(Verb.BLOCK, charges, 1, nanos, null));
    }

    /** Ends bans; what was used stays used. */
    public CompletionStage<Decision> unblock() {
        return ask(Question.of(Verb.UNBLOCK, charges));
    }

    private CompletionStage<Decision> ask(Question question) {
        return store.ask(question).thenApply(Answer::decision);
    }
}
