package io.sluice.core;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * One counter for many threads: each takes a slice of permits ahead and hands them out by itself.
 *
 * <p>Never over-admits. A permit charged at t and used by t + {@link #LEASE} lets the counter earn it back meanwhile, so the
 * shared counter's burst is smaller by what the rate earns in that time; then what is used in any interval d is at most
 * burst + rate·d.
 *
 * <p>Under-admits, by at most: rate·{@link #LEASE} of the burst, always; and one slice for each stripe in each {@link #LEASE}, when a
 * thread does not use its slice up before it expires. A slice is at most a 64th of the burst. Where the burst is too small for that, there are no leases
 * and every decision is exact.
 */
public final class LeasedGate {
    /** How long a slice may be used. */
    public static final Duration LEASE = Duration.ofMillis(1);

    private static final long LEASE_NANOS = LEASE.toNanos();
    private static final int STRIPES = 16;
    private static final int STRIDE = 16;
    private static final int COUNT_BITS = 16;
    private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;
    private static final int EXPIRY_SHIFT = 10;
    private static final long MOST_SLICE = 1_024;

    private final Limit limit;
    private final Clock clock;
    private final Gate shared;
    private final long slice;
    private final long startNanos;
    /** Per stripe: when the slice expires, in units of 2^10 ns since the start, above the permits left in it. */
    private final AtomicLongArray leases = new AtomicLongArray(STRIPES * STRIDE);

    private LeasedGate(Limit limit, Clock clock) {
        long earned = (long) Math.ceil((double) limit.permits() * LEASE_NANOS / limit.periodNanos());
        long burst = limit.capacity() - earned;
        boolean worthIt = limit.kind() == Limit.Kind.TOKEN_BUCKET && burst >= limit.capacity() / 2 && burst >= 64;
        this.limit = limit;
        this.clock = clock;
        this.startNanos = clock.nanos();
        this.slice = worthIt ? Math.min(MOST_SLICE, burst / 64) : 0;
        this.shared = Gate.of(slice > 1 ? limit.burst(burst) : limit, clock);
    }

    public static LeasedGate of(Limit limit) {
        return new LeasedGate(limit, Clock.system());
    }

    public static LeasedGate of(Limit limit, Clock clock) {
        return new LeasedGate(limit, clock);
    }

    /** Permits taken ahead at a time; 0 or 1 where every decision is exact. */
    public long slice() {
        return slice;
    }

    /** Takes a permit if there is one. */
    public boolean tryAcquire() {
        if (slice <= 1) {
            return shared.tryAcquire().allowed();
        }
        long now = (clock.nanos() - startNanos) >> EXPIRY_SHIFT;
        int stripe = stripe();
        while (true) {
            long lease = leases.get(stripe);
            boolean usable = (lease & COUNT_MASK) > 0 && notExpired(lease, now);
            if (!usable) {
                return renew(stripe, lease, now);
            }
            if (leases.compareAndSet(stripe, lease, lease - 1)) {
                return true;
            }
        }
    }

    /** By difference, so that it does not matter when the bits have been used up. */
    private static boolean notExpired(long lease, long now) {
        long left = (((lease >>> COUNT_BITS) - now) << COUNT_BITS) >> COUNT_BITS;
        return left >= 0 && left < LEASE_NANOS >> EXPIRY_SHIFT;
    }

    /** Takes a new slice, and one permit of it; near empty, that one permit. What another thread of the stripe took first stays. */
    private boolean renew(int stripe, long spent, long now) {
        if (!shared.tryAcquire(slice).allowed()) {
            return shared.tryAcquire(1).allowed();
        }
        long expiry = now + (LEASE_NANOS >> EXPIRY_SHIFT) - 1;
        if (!leases.compareAndSet(stripe, spent, (expiry << COUNT_BITS) | (slice - 1))) {
            shared.refund(slice - 1);
        }
        return true;
    }

    public Limit limit() {
        return limit;
    }

    private static int stripe() {
        long id = Thread.currentThread().getId();
        return (int) ((id * 0x9E3779B97F4A7C15L) >>> 60) * STRIDE;
    }
}
