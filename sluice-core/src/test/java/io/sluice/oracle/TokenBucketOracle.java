package io.sluice.oracle;

import java.math.BigInteger;

/** A bucket of tokens that starts full and is filled evenly: tokens as exact fractions, in parts of 1/period. */
public final class TokenBucketOracle extends Oracle {
    private final BigInteger permits;
    private final BigInteger period;
    private final BigInteger full;
    private BigInteger tokens;
    private long at;

    public TokenBucketOracle(long permits, long periodNanos, long burst) {
        super(burst);
        this.permits = big(permits);
        this.period = big(periodNanos);
        this.full = big(burst).multiply(period);
        forget();
    }

    private BigInteger tokens(long t) {
        BigInteger earned = permits.multiply(big(t).subtract(big(at)));
        return tokens.equals(full) ? full : full.min(tokens.add(earned));
    }

    private BigInteger parts(long n) {
        return big(n).multiply(period);
    }

    @Override
    protected boolean fits(long t, long n) {
        return tokens(t).compareTo(parts(n)) >= 0;
    }

    @Override
    protected long left(long t) {
        return tokens(t).max(BigInteger.ZERO).divide(period).longValueExact();
    }

    @Override
    protected boolean isNew(long t) {
        return tokens(t).equals(full);
    }

    @Override
    protected void take(long t, long n) {
        tokens = tokens(t).subtract(parts(n));
        at = t;
    }

    /** Goes into debt now rather than taking later. */
    @Override
    protected void takeFor(long t, long later, long n) {
        take(t, n);
    }

    @Override
    protected void giveBack(long t, long n) {
        tokens = full.min(tokens(t).add(parts(n)));
        at = t;
    }

    @Override
    protected void forget() {
        tokens = full;
    }

    @Override
    public Oracle copy() {
        var copy = new TokenBucketOracle(permits.longValueExact(), period.longValueExact(), capacity);
        copy.tokens = tokens;
        copy.at = at;
        return copy;
    }
}
