package io.sluice.testkit.matrix;

import io.sluice.core.Decision;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A limit of five a second, alone or together with one that never binds: as a second limit of the key, or of another key. */
abstract class Subject implements AutoCloseable {
    static final Limit WIDE = Limit.parse("1000000/s burst 1000000");

    final ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
    final Cell cell;

    Subject(Cell cell) {
        this.cell = cell;
    }

    /** Promised permits, and the way to give them back. */
    interface Promise {
        Decision decision();

        boolean cancel();
    }

    final Limit[] limits(long permits) {
        Limit limit = limit(Limit.perSecond(permits), permits);
        return cell.scope() == Scope.SEVERAL_LIMITS ? new Limit[] {WIDE, limit} : new Limit[] {limit};
    }

    private Limit limit(Limit rate, long permits) {
        return switch (cell.algorithm()) {
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

    final boolean severalKeys() {
        return cell.scope() == Scope.SEVERAL_KEYS;
    }

    /** The least time that is told apart, in nanoseconds. */
    abstract long tick();

    abstract Decision tryAcquire(long permits);

    abstract Decision tryAcquireUpTo(long most);

    abstract Promise reserve(long permits, Duration maxWait);

    abstract Decision acquire(long permits, Duration timeout) throws InterruptedException;

    /** When this returns, it is answered or waits for an alarm of the clock. */
    abstract CompletableFuture<Decision> acquireAsync(long permits, Duration timeout);

    abstract Decision peek(long permits);

    abstract Decision refund(long permits);

    abstract Decision penalize(long permits);

    abstract Decision reset();

    abstract Decision block(Duration duration);

    abstract Decision unblock();

    abstract void reconfigure(long permits);

    /** Many decisions asked for at once; what each was answered. */
    abstract List<Decision> batch(long... permits);

    /** The limiters, not only this. */
    @Override
    public abstract void close();
}
