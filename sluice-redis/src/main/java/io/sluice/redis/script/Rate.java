package io.sluice.redis.script;

import io.sluice.core.Limit;
import io.sluice.core.algorithm.Gcra;

/**
 * A token bucket, leaky bucket or leaky queue in the numbers of the scripts: a microsecond has {@code k} parts, and a permit costs a
 * whole number of them. Exactly what memory reckons with, in other units.
 */
final class Rate {
    private static final long NANOS_PER_MICRO = 1_000;

    private final Gcra gcra;
    private final long k;
    private final long cost;
    private final long unitsPerPart;
    private final long unitsPerMicro;

    Rate(Limit limit) {
        this.gcra = gcra(limit);
        long unitsPerNano = gcra.fresh(1);
        long interval = gcra.cost(1);
        this.unitsPerMicro = unitsPerNano * NANOS_PER_MICRO;
        this.unitsPerPart = unitsPerNano == 0 ? 1 : gcd(interval, unitsPerMicro);
        this.k = unitsPerNano == 0 ? 1 : unitsPerMicro / unitsPerPart;
        this.cost = interval / unitsPerPart;
    }

    private static Gcra gcra(Limit limit) {
        if (limit.equals(Limit.unlimited())) {
            return Gcra.unlimited(limit.capacity());
        }
        boolean queue = limit.kind() == Limit.Kind.LEAKY_QUEUE;
        return Gcra.of(limit.permits(), wholeMicros(limit.periodNanos()), limit.capacity(), queue);
    }

    /** Rounded up, so that it never grants; still in nanoseconds. */
    static long wholeMicros(long nanos) {
        return (nanos + NANOS_PER_MICRO - 1) / NANOS_PER_MICRO * NANOS_PER_MICRO;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    Gcra gcra() {
        return gcra;
    }

    /** Parts of a microsecond. */
    long k() {
        return k;
    }

    /** Of one permit, in parts. */
    long cost() {
        return cost;
    }

    /** Nothing that was used ever comes back. */
    boolean standsStill() {
        return unitsPerMicro == 0;
    }

    /** As memory measures how far a key is ahead. */
    long units(long micros, long parts) {
        return standsStill() ? micros : micros * unitsPerMicro + parts * unitsPerPart;
    }

    long units(long parts) {
        return parts * unitsPerPart;
    }
}
