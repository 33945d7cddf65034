package io.sluice.cli.simulate;

import io.sluice.core.AsyncRateLimiter;
import io.sluice.core.AsyncReservation;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** A limiter in a store, asked one question after the other. */
final class StoreSubject implements Subject {
    private static final Duration UNBOUNDED_WAIT = Duration.ofNanos(Long.MAX_VALUE);
    private static final long PATIENCE_SECONDS = 30;

    private final Store store;
    private final AsyncRateLimiter limiter;

    StoreSubject(Store store, List<Limit> limits) {
        this.store = store;
        this.limiter = store.limiter("simulate", limits.toArray(Limit[]::new));
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public Decision tryAcquire(String key, long permits) {
        return answer(limiter.tryAcquire(key, permits));
    }

    @Override
    public Decision tryAcquireUpTo(String key, long most) {
        return answer(limiter.tryAcquireUpTo(key, most));
    }

    @Override
    public Promise reserve(String key, long permits, long maxWaitNanos) {
        Duration longest = maxWaitNanos == UNBOUNDED ? UNBOUNDED_WAIT : Duration.ofNanos(maxWaitNanos);
        return new Reserved(answer(limiter.reserve(key, permits, longest)));
    }

    private record Reserved(AsyncReservation reservation) implements Promise {
        @Override
        public Decision decision() {
            return reservation.decision();
        }

        @Override
        public boolean cancel() {
            return answer(reservation.cancel());
        }
    }

    @Override
    public Decision peek(String key, long permits) {
        return answer(limiter.peek(key, permits));
    }

    @Override
    public Decision refund(String key, long permits) {
        return answer(limiter.refund(key, permits));
    }

    @Override
    public Decision penalize(String key, long permits) {
        return answer(limiter.penalize(key, permits));
    }

    @Override
    public Decision reset(String key) {
        return answer(limiter.reset(key));
    }

    @Override
    public Decision block(String key, long nanos) {
        return answer(nanos == UNBOUNDED ? limiter.block(key) : limiter.block(key, Duration.ofNanos(nanos)));
    }

    @Override
    public Decision unblock(String key) {
        return answer(limiter.unblock(key));
    }

    @Override
    public void reconfigure(Limit... limits) {
        limiter.reconfigure(limits);
    }

    @Override
    public void close() {
        store.close();
    }
}
