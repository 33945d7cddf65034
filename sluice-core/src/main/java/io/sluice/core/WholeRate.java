package io.sluice.core;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Whole permits for a whole period, the rate never rounded up: 0.5/s is 1/2s. */
record WholeRate(long permits, long nanos) {
    private static final BigInteger LONGEST = BigInteger.valueOf(Limit.MOST_PERIOD_NANOS);

    static WholeRate of(BigDecimal permits, BigInteger nanos) {
        BigDecimal exact = permits.stripTrailingZeros();
        if (exact.scale() <= 0) {
            return new WholeRate(exact.longValueExact(), nanos.longValueExact());
        }
        BigInteger count = exact.unscaledValue();
        BigInteger period = nanos.multiply(BigInteger.TEN.pow(exact.scale()));
        BigInteger gcd = count.gcd(BigInteger.TEN.pow(exact.scale()));
        BigInteger wholeCount = count.divide(gcd);
        BigInteger wholePeriod = period.divide(gcd);
        boolean fits = wholeCount.bitLength() <= 31 && wholePeriod.compareTo(LONGEST) <= 0;
        return fits
                ? new WholeRate(wholeCount.longValueExact(), wholePeriod.longValueExact())
                : nearestSlower(count, period);
    }

    /** As many permits as keep the period's rounding below one in a million. Slower than a permit in the longest period is never. */
    private static WholeRate nearestSlower(BigInteger count, BigInteger period) {
        BigInteger permits = BigInteger.ONE;
        BigInteger rounded = ceil(period, count);
        while (rounded.bitLength() < 40 && permits.bitLength() < 28) {
            permits = permits.multiply(BigInteger.TEN);
            rounded = ceil(period.multiply(permits), count);
        }
        boolean never = rounded.compareTo(LONGEST) > 0;
        return never
                ? new WholeRate(0, Limit.MOST_PERIOD_NANOS)
                : new WholeRate(permits.longValueExact(), rounded.longValueExact());
    }

    private static BigInteger ceil(BigInteger a, BigInteger b) {
        return a.add(b).subtract(BigInteger.ONE).divide(b);
    }
}
