package io.sluice.redis.lease;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Permits that were taken ahead, and until when they may be used. */
final class Lease {
    /** Instead of what is left. */
    static final long NOT_TAKEN = -1;

    private static final VarHandle LEFT;

    static {
        try {
            LEFT = MethodHandles.lookup().findVarHandle(Lease.class, "left", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long size;
    private final long expiresAt;
    /** By when the store that counts is as good as new, as far as was known when it gave the permits. */
    private final long resetAt;

    private volatile long left;

    Lease(long size, long expiresAt, long resetAt) {
        this.size = size;
        this.expiresAt = expiresAt;
        this.resetAt = resetAt;
        this.left = size;
    }

    static Lease none(long now) {
        return new Lease(0, now, now);
    }

    /**
     * What is left after taking so many, or {@link #NOT_TAKEN}. {@code now} must have been read after this lease was found: permits only
     * become fewer, so that whatever happens between then and the write, they were there at {@code now}.
     */
    long take(long permits, long now) {
        long seen = left;
        while (seen >= permits && now - expiresAt < 0) {
            if (LEFT.compareAndSet(this, seen, seen - permits)) {
                return seen - permits;
            }
            seen = left;
        }
        return NOT_TAKEN;
    }

    boolean over(long now) {
        return left == 0 || now - expiresAt >= 0;
    }

    /** Whether it is time to ask for the next one; a single permit was for one caller, and says nothing about another. */
    boolean low(long leftNow) {
        return leftNow <= size / 2 && size > 1;
    }

    long used() {
        return size - left;
    }

    long resetAfter(long now) {
        return Math.max(0, resetAt - now);
    }
}
