package io.sluice.testkit;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.AsyncReservation;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** One key of one limiter, at a time counted in milliseconds from the beginning; every verb waits for its answer. */
final class Scene {
    private static final long PATIENCE_SECONDS = 20;

    private final StoreContract contract;
    private final AsyncRateLimiter limiter;
    private final String key;

    Scene(StoreContract contract, AsyncRateLimiter limiter, String key) {
        this.contract = contract;
        this.limiter = limiter;
        this.key = key;
    }

    static Limit[] limits(String... texts) {
        return Arrays.stream(texts).map(Limit::parse).toArray(Limit[]::new);
    }

    static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    AsyncRateLimiter limiter() {
        return limiter;
    }

    String key() {
        return key;
    }

    /** Another key of the same limiter. */
    Scene key(String other) {
        return new Scene(contract, limiter, other);
    }

    /** Lets time pass until then. */
    void at(long millis) {
        contract.moveTo(Duration.ofMillis(millis));
    }

    private Seen seen(CompletionStage<Decision> stage, long granted) {
        return new Seen(answer(stage), granted, contract.tick());
    }

    Seen acquire(long permits) {
        return seen(limiter.tryAcquire(key, permits), permits);
    }

    /** How many were given is for {@link Seen#granted}. */
    Seen upTo(long most) {
        Decision decision = answer(limiter.tryAcquireUpTo(key, most));
        return new Seen(decision, decision.granted(), contract.tick());
    }

    Seen peek(long permits) {
        return seen(limiter.peek(key, permits), 0);
    }

    Seen refund(long permits) {
        return seen(limiter.refund(key, permits), 0);
    }

    Seen penalize(long permits) {
        return seen(limiter.penalize(key, permits), 0);
    }

    Seen reset() {
        return seen(limiter.reset(key), 0);
    }

    Seen block(long millis) {
        return seen(limiter.block(key, Duration.ofMillis(millis)), 0);
    }

    Seen blockForEver() {
        return seen(limiter.block(key), 0);
    }

    Seen unblock() {
        return seen(limiter.unblock(key), 0);
    }

    AsyncReservation reserve(long permits, long maxWaitMillis) {
        return answer(limiter.reserve(key, permits, Duration.ofMillis(maxWaitMillis)));
    }

    /** Reserves for good. */
    Seen reserved(long permits, long maxWaitMillis) {
        return seen(reserve(permits, maxWaitMillis), permits);
    }

    Seen seen(AsyncReservation reservation, long permits) {
        return new Seen(reservation.decision(), permits, contract.tick());
    }

    boolean cancel(AsyncReservation reservation) {
        return answer(reservation.cancel());
    }

    CompletableFuture<Decision> waitFor(long permits, long timeoutMillis) {
        return contract.waiting(() -> limiter.acquire(key, permits, Duration.ofMillis(timeoutMillis)));
    }

    Seen waited(CompletableFuture<Decision> waiting, long permits) {
        return seen(waiting, permits);
    }

    void reconfigure(String... limits) {
        limiter.reconfigure(limits(limits));
    }
}
