package io.sluice.oracle;

import java.math.BigInteger;

/** A bucket with a hole: what is asked is poured in, and may not overflow. The level in parts of 1/period of a permit. */
public final class LeakyBucketOracle extends Oracle {
    private final BigInteger permits;
    private final BigInteger period;
    private BigInteger level = BigInteger.ZERO;
    private long at;

    public LeakyBucketOracle(long permits, long periodNanos, long depth) {
        super(depth);
        this.permits = big(permits);
        this.period = big(periodNanos);
    }

    private BigInteger level(long t) {
        BigInteger drained = permits.multiply(big(t).subtract(big(at)));
        return level.signum() == 0 ? BigInteger.ZERO : level.subtract(drained).max(BigInteger.ZERO);
    }

    private BigInteger room(long t) {
        return big(capacity).multiply(period).subtract(level(t)).max(BigInteger.ZERO);
    }

    @Override
    protected boolean fits(long t, long n) {
        return big(n).multiply(period).compareTo(room(t)) <= 0;
    }

    @Override
    protected long left(long t) {
        return room(t).divide(period).longValueExact();
    }

    @Override
    protected boolean isNew(long t) {
        return level(t).signum() == 0;
    }

    @Override
    protected void take(long t, long n) {
        level = level(t).add(big(n).multiply(period));
        at = t;
    }

    /** Pours it in at once, over the brim: it will have drained to the brim by then. */
    @Override
    protected void takeFor(long t, long later, long n) {
        take(t, n);
    }

    @Override
    protected void giveBack(long t, long n) {
        level = level(t).subtract(big(n).multiply(period)).max(BigInteger.ZERO);
        at = t;
    }

    @Override
    protected void forget() {
        level = BigInteger.ZERO;
    }

    @Override
    public Oracle copy() {
        var copy = new LeakyBucketOracle(permits.longValueExact(), period.longValueExact(), capacity);
        copy.level = level;
        copy.at = at;
        return copy;
    }
}
