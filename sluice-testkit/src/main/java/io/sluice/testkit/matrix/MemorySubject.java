package io.sluice.testkit.matrix;

import io.sluice.core.Batch;
import io.sluice.core.Charges;
import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.RateLimiter;
import io.sluice.core.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Asks limiters that count in this process: one by its own verbs, several as charges. */
final class MemorySubject extends Subject {
    private final RateLimiter limiter;
    private final RateLimiter wide;

    MemorySubject(Cell cell) {
        super(cell);
        this.limiter = limiter(limits(5));
        this.wide = limiter(WIDE);
    }

    private RateLimiter limiter(Limit... limits) {
        return RateLimiter.builder().clock(clock).limits(limits).build();
    }

    private Charges charges(long permits) {
        return Charges.of(limiter, "a", permits).and(wide, "b", permits);
    }

    @Override
    long tick() {
        return 1;
    }

    @Override
    Decision tryAcquire(long permits) {
        return severalKeys() ? charges(permits).tryAcquire() : limiter.tryAcquire("a", permits);
    }

    @Override
    Decision tryAcquireUpTo(long most) {
        return severalKeys() ? charges(1).tryAcquireUpTo(most) : limiter.tryAcquireUpTo("a", most);
    }

    private record Promised(Reservation reservation) implements Promise {
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
    Promise reserve(long permits, Duration maxWait) {
        return new Promised(severalKeys() ? charges(permits).reserve(maxWait) : limiter.reserve("a", permits, maxWait));
    }

    @Override
    Decision acquire(long permits, Duration timeout) throws InterruptedException {
        return severalKeys() ? charges(permits).acquire(timeout) : limiter.acquire("a", permits, timeout);
    }

    @Override
    CompletableFuture<Decision> acquireAsync(long permits, Duration timeout) {
        return severalKeys() ? charges(permits).acquireAsync(timeout) : limiter.acquireAsync("a", permits, timeout);
    }

    @Override
    Decision peek(long permits) {
        return severalKeys() ? charges(permits).peek() : limiter.peek("a", permits);
    }

    @Override
    Decision refund(long permits) {
        return severalKeys() ? charges(permits).refund() : limiter.refund("a", permits);
    }

    @Override
    Decision penalize(long permits) {
        return severalKeys() ? charges(permits).penalize() : limiter.penalize("a", permits);
    }

    @Override
    Decision reset() {
        return severalKeys() ? charges(1).reset() : limiter.reset("a");
    }

    @Override
    Decision block(Duration duration) {
        return severalKeys() ? charges(1).block(duration) : limiter.block("a", duration);
    }

    @Override
    Decision unblock() {
        return severalKeys() ? charges(1).unblock() : limiter.unblock("a");
    }

    @Override
    void reconfigure(long permits) {
        limiter.reconfigure(limits(permits));
    }

    /** Of the first limiter: batches ask one limiter each. */
    @Override
    List<Decision> batch(long... permits) {
        Batch batch = limiter.batch(permits.length);
        for (long cost : permits) {
            batch.add("a", cost);
        }
        batch.tryAcquire();
        return IntStream.range(0, permits.length).mapToObj(batch::decision).toList();
    }

    @Override
    public void close() {
        limiter.close();
        wide.close();
    }
}
