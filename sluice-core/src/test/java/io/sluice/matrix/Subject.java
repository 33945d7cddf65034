package io.sluice.matrix;

import io.sluice.core.Batch;
import io.sluice.core.Charges;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A limit of five a second, alone or together with one that never binds: as a second limit of the key, or of another key. */
final class Subject {
    /** What the limit is part of. */
    enum Scope {
        ONE_LIMIT,
        SEVERAL_LIMITS,
        SEVERAL_KEYS
    }

    private static final Limit WIDE = Limit.parse("1000000/s burst 1000000");

    final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
    private final Limit.Kind kind;
    private final Scope scope;
    private final List<RateLimiter> limiters;

    Subject(Limit.Kind kind, Scope scope) {
        this.kind = kind;
        this.scope = scope;
        this.limiters =
                scope == Scope.SEVERAL_KEYS ? List.of(limiter(limits(5)), limiter(WIDE)) : List.of(limiter(limits(5)));
    }

    private RateLimiter limiter(Limit... limits) {
        return RateLimiter.builder().clock(clock).limits(limits).build();
    }

    private Limit[] limits(long permits) {
        Limit limit = limit(Limit.perSecond(permits), permits);
        return scope == Scope.SEVERAL_LIMITS ? new Limit[] {WIDE, limit} : new Limit[] {limit};
    }

    private Limit limit(Limit rate, long permits) {
        return switch (kind) {
            case TOKEN_BUCKET -> rate.burst(permits);
            case LEAKY_BUCKET -> rate.leakyBucket(permits);
            case LEAKY_QUEUE -> rate.leakyQueue(permits);
            case FIXED_WINDOW -> rate.fixedWindow();
            case ANCHORED_WINDOW -> rate.anchoredWindow();
            case SLIDING_WINDOW -> rate.slidingWindow();
            case SUB_WINDOWS -> rate.subWindows(4);
            case SLIDING_LOG -> rate.slidingLog();
        };
    }

    /** One limiter is asked by its own verbs, several as charges. */
    private boolean single() {
        return limiters.size() == 1;
    }

    private RateLimiter first() {
        return limiters.get(0);
    }

    private Charges charges(long permits) {
        return Charges.of(first(), "a", permits).and(limiters.get(1), "b", permits);
    }

    Decision tryAcquire(long permits) {
        return single() ? first().tryAcquire("a", permits) : charges(permits).tryAcquire();
    }

    Decision tryAcquireUpTo(long most) {
        return single() ? first().tryAcquireUpTo("a", most) : charges(1).tryAcquireUpTo(most);
    }

    Reservation reserve(long permits, Duration maxWait) {
        return single()
                ? first().reserve("a", permits, maxWait)
                : charges(permits).reserve(maxWait);
    }

    Decision acquire(long permits, Duration timeout) throws InterruptedException {
        return single()
                ? first().acquire("a", permits, timeout)
                : charges(permits).acquire(timeout);
    }

    CompletableFuture<Decision> acquireAsync(long permits, Duration timeout) {
        return single()
                ? first().acquireAsync("a", permits, timeout)
                : charges(permits).acquireAsync(timeout);
    }

    Decision peek(long permits) {
        return single() ? first().peek("a", permits) : charges(permits).peek();
    }

    Decision refund(long permits) {
        return single() ? first().refund("a", permits) : charges(permits).refund();
    }

    Decision penalize(long permits) {
        return single() ? first().penalize("a", permits) : charges(permits).penalize();
    }

    Decision reset() {
        return single() ? first().reset("a") : charges(1).reset();
    }

    Decision block(Duration duration) {
        return single() ? first().block("a", duration) : charges(1).block(duration);
    }

    Decision unblock() {
        return single() ? first().unblock("a") : charges(1).unblock();
    }

    void reconfigure(long permits) {
        first().reconfigure(limits(permits));
    }

    void close() {
        limiters.forEach(RateLimiter::close);
    }

    /** Of the first limiter: batches ask one limiter each. */
    Batch batch(long... permits) {
        Batch batch = first().batch(permits.length);
        for (long cost : permits) {
            batch.add("a", cost);
        }
        batch.tryAcquire();
        return batch;
    }
}
