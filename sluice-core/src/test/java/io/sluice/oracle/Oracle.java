package io.sluice.oracle;

import java.math.BigInteger;
import java.util.function.LongPredicate;

/**
 * One limit on one key. Subclasses say what passes at an instant; how long to wait is found by searching for the first
 * instant at which it would.
 */
public abstract class Oracle {
    /** As retryAfter or resetAfter: no wait would help. */
    public static final long NEVER = -1;

    private static final long FARTHEST = 1L << 62;

    protected final long capacity;
    /** Permits are promised for this instant, and nothing passes before. */
    private long promisedFor = Long.MIN_VALUE;

    /** What is expected of a decision. */
    public record Answer(boolean allowed, long granted, long remaining, long retryAfter, long resetAfter, long delay) {}

    protected Oracle(long capacity) {
        this.capacity = capacity;
    }

    /** Whether n permits are there at t if nothing more is asked before; never less at a later t. */
    protected abstract boolean fits(long t, long n);

    /** Whole permits there at t. */
    protected abstract long left(long t);

    /** Whether at t nothing that was asked matters any more. */
    protected abstract boolean isNew(long t);

    protected abstract void take(long t, long n);

    protected abstract void giveBack(long t, long n);

    protected abstract void forget();

    public abstract Oracle copy();

    /** How long what was taken last has to wait. */
    protected long delay(long t) {
        return 0;
    }

    /** How long n permits would have to wait if they were taken now. */
    protected long delayOf(long t, long n) {
        return 0;
    }

    protected final boolean passes(long t, long n) {
        return n == 0 || (n <= capacity && t >= promisedFor && fits(t, n));
    }

    public final Answer acquire(long t, long n) {
        if (!passes(t, n)) {
            return refused(t, n);
        }
        if (n > 0) {
            take(t, n);
        }
        return allowed(t, n, n > 0 ? delay(t) : 0);
    }

    public final Answer acquireUpTo(long t, long most) {
        long n = Math.min(most, remaining(t));
        return most > 0 && n == 0 ? refused(t, 1) : acquire(t, n);
    }

    public final Answer peek(long t, long n) {
        return passes(t, n) ? allowed(t, 0, n == 0 ? 0 : delayOf(t, n)) : refused(t, n);
    }

    public final Answer refund(long t, long n) {
        giveBack(Math.max(t, promisedFor), n);
        return allowed(t, 0, 0);
    }

    public final Answer penalize(long t, long n) {
        if (n > 0) {
            take(Math.max(t, promisedFor), n);
        }
        return allowed(t, 0, 0);
    }

    public final Answer reset(long t) {
        promisedFor = Long.MIN_VALUE;
        forget();
        return allowed(t, 0, 0);
    }

    /** Promises n permits within maxWait, and takes them for then. */
    public final Answer reserve(long t, long n, long maxWait) {
        long wait = promise(t, n);
        if (wait == NEVER || wait > maxWait) {
            Answer now = refused(t, n);
            long retryAfter = wait == NEVER ? NEVER : wait - maxWait;
            return new Answer(false, 0, now.remaining, retryAfter, now.resetAfter, 0);
        }
        if (n > 0) {
            takeFor(t, t + wait, n);
        }
        return allowed(t, n, wait);
    }

    protected long promise(long t, long n) {
        return waitUntil(t, later -> passes(later, n));
    }

    protected void takeFor(long t, long at, long n) {
        take(at, n);
        promised(t, at);
    }

    protected final void promised(long t, long at) {
        promisedFor = at > t ? at : promisedFor;
    }

    protected final void sameAs(Oracle other) {
        promisedFor = other.promisedFor;
    }

    private long remaining(long t) {
        return t < promisedFor ? 0 : left(t);
    }

    private Answer allowed(long t, long granted, long delay) {
        return new Answer(true, granted, remaining(t), 0, resetAfter(t), delay);
    }

    private Answer refused(long t, long n) {
        return new Answer(false, 0, remaining(t), waitUntil(t, later -> passes(later, n)), resetAfter(t), 0);
    }

    private long resetAfter(long t) {
        return waitUntil(t, later -> isNew(Math.max(later, promisedFor)));
    }

    protected static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private static long waitUntil(long t, LongPredicate holds) {
        if (holds.test(t)) {
            return 0;
        }
        long tooEarly = 0;
        long enough = Math.min(FARTHEST, Long.MAX_VALUE - t);
        if (!holds.test(t + enough)) {
            return NEVER;
        }
        while (enough - tooEarly > 1) {
            long middle = (tooEarly + enough) >>> 1;
            if (holds.test(t + middle)) {
                enough = middle;
            } else {
                tooEarly = middle;
            }
        }
        return enough;
    }
}
