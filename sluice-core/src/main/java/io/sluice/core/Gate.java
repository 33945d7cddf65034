package io.sluice.core;

import io.sluice.core.algorithm.Gcra;
import io.sluice.core.table.Verb;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One counter without keys: a word and a compare-and-swap. For what all requests share.
 *
 * <p>Takes a token bucket, a leaky bucket or a leaky queue. For other limits use a {@link RateLimiter} with one key; for a
 * counter that many threads fight over see {@link LeasedGate}.
 */
public final class Gate implements AutoCloseable {
    private static final VarHandle WORD = word();

    private final Clock clock;
    private final Limit limit;
    private final Meter meter;
    private final Gcra gcra;
    private final Waiters waiters = new Waiters();
    private final LimiterTime time;
    private final long horizonNanos;
    private long freshAt;
    /** When something unusual must be looked at: the word has grown old, or the gate is closed. */
    private volatile long lookAt;

    private volatile boolean closed;
    /** Written through {@link #WORD}. */
    private volatile long word;

    private Gate(Limit limit, Clock clock) {
        if (!(limit.algorithm() instanceof Gcra rate)) {
            throw new IllegalArgumentException("a gate takes burst, leaky-bucket or leaky-queue, not " + limit
                    + "; use a RateLimiter with one key");
        }
        this.clock = clock;
        this.limit = limit;
        this.meter = new Meter(limit);
        this.gcra = rate;
        this.time = new LimiterTime(clock, false);
        this.horizonNanos = rate.horizonNanos();
        this.freshAt = clock.nanos();
        this.lookAt = after(freshAt, horizonNanos);
        this.word = rate.fresh(freshAt);
    }

    public static Gate of(Limit limit) {
        return of(limit, Clock.system());
    }

    public static Gate of(Limit limit, Clock clock) {
        return new Gate(limit, clock);
    }

    private static VarHandle word() {
        try {
            return MethodHandles.lookup().findVarHandle(Gate.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public Decision tryAcquire() {
        return tryAcquire(1);
    }

    /** Takes that many permits or none. Small enough to be inlined, so that the Decision need not be allocated. */
    public Decision tryAcquire(long permits) {
        RateLimiter.checked(permits);
        long ahead;
        boolean passes;
        boolean shut;
        while (true) {
            long now = time.nanos();
            shut = now >= lookAt && lookAround(now) && permits > 0;
            long state = word;
            ahead = gcra.ahead(state, now);
            passes = !shut && gcra.passes(ahead, permits);
            if (!passes || permits == 0) {
                break;
            }
            if (WORD.compareAndSet(this, state, gcra.chargePassing(ahead, now, permits))) {
                ahead += gcra.cost(permits);
                break;
            }
        }
        long outcome = passes ? ahead : ~ahead;
        long remaining = Decision.BY_WORD;
        long resetAfter = 0;
        if (shut) {
            outcome = ~Meter.NEVER;
            remaining = gcra.remainingOf(ahead);
            resetAfter = gcra.resetAfterOf(ahead, 0);
        }
        return new Decision(limit, outcome, permits, remaining, resetAfter);
    }

    /** As many as there are, up to {@code most}. */
    public Decision tryAcquireUpTo(long most) {
        RateLimiter.checked(most);
        return most == 0 || closed ? tryAcquire(most) : run((meter, time) -> new Asked.UpTo(meter, time, most));
    }

    /** Promises permits within {@code maxWait}. */
    public Reservation reserve(long permits, Duration maxWait) {
        RateLimiter.checked(permits);
        if (closed) {
            return new Reservation(tryAcquire(permits), () -> false);
        }
        Asked.Hold hold =
                run((meter, time) -> new Asked.Reserve(meter, time, permits, RateLimiter.nanos(maxWait), 0, false));
        return new Reservation(
                hold.decision,
                () -> clock.nanos() <= hold.at && run((meter, time) -> new Asked.Cancel(meter, time, hold, permits)));
    }

    /** Blocks until the permits may be used; refused at once if that cannot be in time. */
    public Decision acquire(long permits, Duration timeout) throws InterruptedException {
        Waiters.checkInterrupt();
        return Waiters.join(acquireAsync(permits, timeout));
    }

    public CompletableFuture<Decision> acquireAsync(long permits, Duration timeout) {
        return Waiters.await(reserve(permits, timeout), clock, List.of(waiters));
    }

    public Decision peek(long permits) {
        RateLimiter.checked(permits);
        return run((meter, time) -> new Asked.Peek(meter, time, permits));
    }

    public Decision refund(long permits) {
        RateLimiter.checked(permits);
        return run((meter, time) -> new Asked.Refund(meter, time, permits));
    }

    public Decision penalize(long permits) {
        RateLimiter.checked(permits);
        return run((meter, time) -> new Asked.Penalize(meter, time, permits));
    }

    public Decision reset() {
        return run(Asked.Reset::new);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            lookAt = Long.MIN_VALUE;
        }
        waiters.close(() -> Decision.refused(limit, Meter.NEVER, 0, 0));
    }

    private <R> R run(Asked.Maker<R> maker) {
        Verb<R> verb = maker.of(meter, time);
        while (true) {
            long now = clock.nanos();
            if (now >= lookAt) {
                lookAround(now);
            }
            long state = word;
            long[] cell = {state};
            verb.look();
            R answer = verb.read(cell, 0);
            if (answer == null) {
                answer = verb.write(cell, 0);
            }
            if (cell[0] == state || WORD.compareAndSet(this, state, cell[0])) {
                return answer;
            }
        }
    }

    /**
     * Whether the gate is closed. Renews the word once a horizon, so that it never grows older than its algorithm can tell.
     */
    private synchronized boolean lookAround(long now) {
        if (!closed && now >= lookAt) {
            long state = word;
            boolean longAgo = (now - freshAt) / 2 >= horizonNanos;
            if (longAgo || gcra.debt(state, now) < 0) {
                WORD.compareAndSet(this, state, gcra.fresh(now));
            }
            freshAt = now;
            lookAt = after(now, horizonNanos);
        }
        return closed;
    }

    private static long after(long now, long nanos) {
        long sum = now + nanos;
        return sum < now ? Long.MAX_VALUE : sum;
    }
}
