package io.sluice.core.algorithm;

import java.math.BigInteger;

/**
 * Token bucket, leaky bucket and leaky queue, computed as GCRA (ITU-T I.371): the word is the theoretical arrival time, the
 * instant at which everything granted so far will have been earned.
 *
 * <p>Fixed point: a nanosecond has {@code unitsPerNano} units and a permit costs {@code interval} units. Where it fits,
 * unitsPerNano = N/gcd(P,N) and interval = P/gcd(P,N), which is exact. Otherwise the interval is rounded up, with so many
 * units that at most one permit in a million is lost. Rounding therefore never grants. n permits cost n·interval, never a
 * rounded n·P/N, so n at once equal n singles.
 *
 * <p>Overflow: burst·interval is at most 2^60 units and debt is cut off at 2^61, so that differences of words stay below
 * 2^63 while no cell is older than {@link #horizonNanos}.
 *
 * <p>A rate of 0 has no units a nanosecond: time stands still, and what is used never comes back. An interval of 0 units
 * makes permits free.
 */
public final class Gcra extends WordAlgorithm {
    private static final long MOST_TOLERANCE = 1L << 60;
    private static final long MOST_AHEAD = 1L << 61;
    private static final long MOST_UNITS = 1L << 31;
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    private final long interval;
    private final long unitsPerNano;
    private final long tolerance;
    private final boolean queue;
    /** 1/tolerance; 0 where permits are free, and nothing is ever used. */
    private final double reciprocal;
    /** 1/interval; 0 where permits are free. */
    private final double perInterval;

    private Gcra(long capacity, long interval, long unitsPerNano, boolean queue) {
        super(capacity);
        this.interval = interval;
        this.unitsPerNano = unitsPerNano;
        this.tolerance = capacity * interval;
        this.queue = queue;
        this.reciprocal = tolerance == 0 ? 0 : 1.0 / tolerance;
        this.perInterval = interval == 0 ? 0 : 1.0 / interval;
    }

    /** {@code queue}: requests leave evenly spaced, and the capacity is the places to wait in. */
    public static Gcra of(long permits, long periodNanos, long capacity, boolean queue) {
        if (permits == 0) {
            return new Gcra(capacity, 1, 0, queue);
        }
        BigInteger period = BigInteger.valueOf(periodNanos);
        BigInteger count = BigInteger.valueOf(permits);
        BigInteger gcd = period.gcd(count);
        BigInteger units = count.divide(gcd);
        BigInteger interval = period.divide(gcd);
        if (!fits(units, interval, capacity)) {
            units = ceil(MILLION.multiply(count), period);
            interval = ceil(period.multiply(units), count);
            if (!fits(units, interval, capacity)) {
                throw new IllegalArgumentException("would take more than 36 years to refill");
            }
        }
        return new Gcra(capacity, interval.longValueExact(), units.longValueExact(), queue);
    }

    /** Every permit free: what no limit means. */
    public static Gcra unlimited(long capacity) {
        return new Gcra(capacity, 0, 1, false);
    }

    private static boolean fits(BigInteger units, BigInteger interval, long capacity) {
        return units.compareTo(BigInteger.valueOf(MOST_UNITS)) <= 0
                && interval.multiply(BigInteger.valueOf(Math.max(1, capacity)))
                                .compareTo(BigInteger.valueOf(MOST_TOLERANCE))
                        <= 0;
    }

    private static BigInteger ceil(BigInteger a, BigInteger b) {
        return a.add(b).subtract(BigInteger.ONE).divide(b);
    }

    @Override
    public boolean aligned() {
        return false;
    }

    @Override
    public long fresh(long now) {
        return now * unitsPerNano;
    }

    @Override
    public long ahead(long word, long now) {
        return Math.max(0, word - now * unitsPerNano);
    }

    @Override
    public long waitOf(long ahead, long now, long permits) {
        return wait(ahead, permits);
    }

    public boolean passes(long ahead, long permits) {
        return permits == 0 || (permits <= capacity && ahead + cost(permits) <= tolerance);
    }

    /** How far permits that pass put the word ahead. */
    public long cost(long permits) {
        return permits * interval;
    }

    private long wait(long ahead, long permits) {
        if (permits > capacity) {
            return NEVER;
        }
        long excess = ahead + permits * interval - tolerance;
        return excess <= 0 || permits == 0 ? 0 : nanos(excess);
    }

    @Override
    public long promise(long[] c, int o, long now, long permits) {
        if (!queue || permits > capacity || permits == 0) {
            return wait(ahead(c[o], now), permits);
        }
        return nanos(ahead(c[o], now) + (permits - 1) * interval);
    }

    @Override
    public long delayOf(long ahead) {
        return queue ? nanos(Math.max(0, ahead - interval)) : 0;
    }

    /** For permits used now that pass: then there is no debt to cut off. */
    public long chargePassing(long ahead, long now, long permits) {
        return now * unitsPerNano + (ahead + cost(permits));
    }

    /** For permits used now. */
    public long charge(long word, long now, long permits) {
        long ahead = ahead(word, now);
        long cost = permits <= capacity ? permits * interval : costOfMany(permits);
        return now * unitsPerNano + Math.min(ahead + cost, Math.max(ahead, MOST_AHEAD));
    }

    /**
     * For later, the word goes on from where it is unless something else makes the permits wait longer than it would; then
     * from {@code at}, or in a queue from where the first of them leaves. {@code at} is rounded up, which makes no difference.
     */
    @Override
    public long charge(long word, long now, long at, long permits) {
        long nowUnits = now * unitsPerNano;
        long from = Math.min((at - now) * unitsPerNano, MOST_AHEAD) - (queue ? (permits - 1) * interval : 0);
        long ahead = ahead(word, now);
        if (at == now || ahead > from - unitsPerNano) {
            return charge(word, now, permits);
        }
        return nowUnits + Math.min(from + permits * interval, MOST_AHEAD);
    }

    private long costOfMany(long permits) {
        return Exact.mulDivCeilUpTo(MOST_AHEAD, permits, interval, 1);
    }

    @Override
    public long refund(long word, long now, long permits) {
        return now * unitsPerNano + Math.max(0, ahead(word, now) - costOfMany(permits));
    }

    /**
     * Permits promised behind the cancelled ones were promised for later, and stay: only the rest comes back; from a
     * queue nothing, because one more would leave together with one of those. {@code at} is rounded up, so up to a nanosecond more may have been promised than it shows.
     */
    @Override
    public long cancel(long word, long now, long at, long permits) {
        long promised = ahead(word, at) - (queue ? interval : tolerance);
        long atMostBehind = Math.max(0, promised + Math.max(0, unitsPerNano - 1));
        long cost = costOfMany(permits);
        boolean spacingKept = !queue || promised <= 0;
        return refundUnits(word, now, spacingKept ? Math.max(0, cost - atMostBehind) : 0);
    }

    private long refundUnits(long word, long now, long units) {
        return now * unitsPerNano + Math.max(0, ahead(word, now) - units);
    }

    @Override
    public long remainingOf(long ahead) {
        long left = tolerance - ahead;
        if (left < interval || interval == 0) {
            return interval == 0 ? capacity : 0;
        }
        // Divided by multiplying with the reciprocal, which is quicker: one off at most, because the quotient is below
        // 2^32.
        long about = (long) (left * perInterval);
        long rest = left - about * interval;
        return rest < 0 ? about - 1 : rest >= interval ? about + 1 : about;
    }

    /** About how much of the capacity is left: from 1 to 0, and below with debt. */
    public double shareLeft(long ahead) {
        return capacity == 0 ? 0 : 1 - ahead * reciprocal;
    }

    /** By fractions of a permit. */
    @Override
    public double shareLeft(long[] c, int o, long now) {
        return shareLeft(ahead(c[o], now));
    }

    @Override
    public long resetAfterOf(long ahead, long now) {
        return nanos(ahead);
    }

    @Override
    public long usedOf(long ahead) {
        return interval == 0 ? 0 : Exact.ceilDiv(ahead, interval);
    }

    /** Between two of this kind fractions of a permit carry over too. */
    @Override
    public void carry(Algorithm old, long[] oldCell, int oldOffset, long oldNow, long[] c, int o, long now) {
        if (old instanceof Gcra before && before.interval > 0) {
            long ahead = before.ahead(oldCell[oldOffset], oldNow);
            c[o] = fresh(now) + Exact.mulDivCeilUpTo(MOST_AHEAD, ahead, interval, before.interval);
        } else {
            carryUsed(old, oldCell, oldOffset, oldNow, c, o, now);
        }
    }

    @Override
    public long horizonNanos() {
        return unitsPerNano == 0 ? NEVER : MOST_AHEAD / unitsPerNano;
    }

    /** Rounded up: a nanosecond less is too early. */
    private long nanos(long units) {
        if (unitsPerNano == 1) {
            return units;
        }
        if (unitsPerNano == 0) {
            return units == 0 ? 0 : NEVER;
        }
        return Exact.ceilDiv(units, unitsPerNano);
    }
}
