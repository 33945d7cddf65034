package io.sluice.cli.simulate;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;

/** A limiter in this process. */
record MemorySubject(RateLimiter limiter) implements Subject {
    @Override
    public Decision tryAcquire(String key, long permits) {
        return limiter.tryAcquire(key, permits);
    }

    @Override
    public Decision tryAcquireUpTo(String key, long most) {
        return limiter.tryAcquireUpTo(key, most);
    }

    @Override
    public Promise reserve(String key, long permits, long maxWaitNanos) {
        return new Reserved(
                maxWaitNanos == UNBOUNDED
                        ? limiter.reserve(key, permits)
                        : limiter.reserve(key, permits, Duration.ofNanos(maxWaitNanos)));
    }

    private record Reserved(Reservation reservation) implements Promise {
        @Override
        public Decision decision() {
            return reservation.decision();
        }

        @Override
        public boolean cancel() {
            return reservation.cancel();
        }
    }

    @Override
    public Decision peek(String key, long permits) {
        return limiter.peek(key, permits);
    }

    @Override
    public Decision refund(String key, long permits) {
        return limiter.refund(key, permits);
    }

    @Override
    public Decision penalize(String key, long permits) {
        return limiter.penalize(key, permits);
    }

    @Override
    public Decision reset(String key) {
        return limiter.reset(key);
    }

    @Override
    public Decision block(String key, long nanos) {
        return nanos == UNBOUNDED ? limiter.block(key) : limiter.block(key, Duration.ofNanos(nanos));
    }

    @Override
    public Decision unblock(String key) {
        return limiter.unblock(key);
    }

    @Override
    public void reconfigure(Limit... limits) {
        limiter.reconfigure(limits);
    }

    @Override
    public void close() {
        limiter.close();
    }
}
