package io.sluice.oracle;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Permits leave one by one, a period / permits apart. A permit has a place from when it comes until the one behind it may
 * leave. Instants as exact fractions of a nanosecond, in parts of 1/permits.
 */
public final class LeakyQueueOracle extends Oracle {
    private final BigInteger permits;
    private final BigInteger apart;
    /** When the last one leaves; null if the next may leave as soon as it comes. */
    private @Nullable BigInteger last;

    public LeakyQueueOracle(long permits, long periodNanos, long places) {
        super(places);
        this.permits = big(permits);
        this.apart = big(periodNanos);
    }

    private BigInteger instant(long t) {
        return big(t).multiply(permits);
    }

    /** When the next one to come at t may leave. */
    private BigInteger next(long t) {
        return last == null ? instant(t) : last.add(apart).max(instant(t));
    }

    private long places(long t) {
        BigInteger wait = next(t).subtract(instant(t));
        return wait.add(apart).subtract(BigInteger.ONE).divide(apart).longValueExact();
    }

    private long nanosUntil(long t, BigInteger instant) {
        BigInteger wait = instant.subtract(instant(t)).max(BigInteger.ZERO);
        return wait.add(permits).subtract(BigInteger.ONE).divide(permits).longValueExact();
    }

    @Override
    protected boolean fits(long t, long n) {
        return places(t) + n <= capacity;
    }

    @Override
    protected long left(long t) {
        return Math.max(0, capacity - places(t));
    }

    @Override
    protected boolean isNew(long t) {
        return places(t) == 0;
    }

    @Override
    protected void take(long t, long n) {
        last = next(t).add(apart.multiply(big(n - 1)));
    }

    @Override
    protected long delay(long t) {
        return last == null ? 0 : nanosUntil(t, last);
    }

    @Override
    protected long delayOf(long t, long n) {
        return nanosUntil(t, next(t).add(apart.multiply(big(n - 1))));
    }

    /** A promise is a place further back, whether there is one or not. */
    @Override
    protected long promise(long t, long n) {
        return n > capacity ? NEVER : n == 0 ? 0 : delayOf(t, n);
    }

    @Override
    protected void takeFor(long t, long at, long n) {
        take(t, n);
    }

    @Override
    protected void giveBack(long t, long n) {
        BigInteger back = next(t).subtract(apart.multiply(big(n)));
        last = back.compareTo(instant(t)) <= 0 ? null : back.subtract(apart);
    }

    @Override
    protected void forget() {
        last = null;
    }

    @Override
    public Oracle copy() {
        var copy = new LeakyQueueOracle(permits.longValueExact(), apart.longValueExact(), capacity);
        copy.last = last;
        return copy;
    }
}
