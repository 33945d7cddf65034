package io.sluice.core.algorithm;

import java.math.BigInteger;

/** a·b/c on whole numbers without overflow, rounded as told; a, b not negative, c positive, the result below 2^63. */
final class Exact {
    private Exact() {}

    static long mulDivFloor(long a, long b, long c) {
        if (Math.multiplyHigh(a, b) == 0 && a * b >= 0) {
            return a * b / c;
        }
        return big(a, b).divide(BigInteger.valueOf(c)).longValueExact();
    }

    static long mulDivCeil(long a, long b, long c) {
        if (Math.multiplyHigh(a, b) == 0 && a * b >= 0) {
            return ceilDiv(a * b, c);
        }
        BigInteger[] parts = big(a, b).divideAndRemainder(BigInteger.valueOf(c));
        return parts[0].longValueExact() + parts[1].signum();
    }

    /** Like {@link #mulDivCeil}, but at most {@code most}. */
    static long mulDivCeilUpTo(long most, long a, long b, long c) {
        if (Math.multiplyHigh(a, b) == 0 && a * b >= 0) {
            return Math.min(most, ceilDiv(a * b, c));
        }
        BigInteger[] parts = big(a, b).divideAndRemainder(BigInteger.valueOf(c));
        return parts[0].bitLength() > 62 ? most : Math.min(most, parts[0].longValueExact() + parts[1].signum());
    }

    /** For a not negative, b positive. */
    static long ceilDiv(long a, long b) {
        return a == 0 ? 0 : (a - 1) / b + 1;
    }

    static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Algorithm.NEVER : sum;
    }

    private static BigInteger big(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }
}
