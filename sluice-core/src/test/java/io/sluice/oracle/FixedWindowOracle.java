package io.sluice.oracle;

import java.math.BigInteger;
import java.util.function.LongUnaryOperator;

/** A count for the window that holds the instant; what is over the limit counts in the windows after it. */
public final class FixedWindowOracle extends Oracle {
    private final LongUnaryOperator windowOf;
    private long window = Long.MIN_VALUE;
    private BigInteger count = BigInteger.ZERO;

    public FixedWindowOracle(long permits, LongUnaryOperator windowOf) {
        super(permits);
        this.windowOf = windowOf;
    }

    /** Windows that start at multiples of the period. */
    public static FixedWindowOracle aligned(long permits, long periodNanos) {
        return new FixedWindowOracle(permits, t -> Math.floorDiv(t, periodNanos));
    }

    private BigInteger count(long t) {
        BigInteger windows = big(windowOf.applyAsLong(t)).subtract(big(window));
        return count.subtract(windows.multiply(big(capacity))).max(BigInteger.ZERO);
    }

    private void set(long t, BigInteger newCount) {
        count = newCount.max(BigInteger.ZERO);
        window = windowOf.applyAsLong(t);
    }

    @Override
    protected boolean fits(long t, long n) {
        return count(t).add(big(n)).compareTo(big(capacity)) <= 0;
    }

    @Override
    protected long left(long t) {
        return big(capacity).subtract(count(t)).max(BigInteger.ZERO).longValueExact();
    }

    @Override
    protected boolean isNew(long t) {
        return count(t).signum() == 0;
    }

    @Override
    protected void take(long t, long n) {
        set(t, count(t).add(big(n)));
    }

    @Override
    protected void giveBack(long t, long n) {
        set(t, count(t).subtract(big(n)));
    }

    @Override
    protected void forget() {
        window = Long.MIN_VALUE;
        count = BigInteger.ZERO;
    }

    @Override
    public Oracle copy() {
        var copy = new FixedWindowOracle(capacity, windowOf);
        copy.window = window;
        copy.count = count;
        copy.sameAs(this);
        return copy;
    }
}
