package io.sluice.core.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactTest {
    private static final long MAX = Long.MAX_VALUE;

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1, 0, 0",
        "0, 9223372036854775807, 3, 0, 0",
        "7, 1, 7, 1, 1",
        "7, 1, 8, 0, 1",
        "8, 1, 7, 1, 2",
        "9223372036854775807, 1, 1, 9223372036854775807, 9223372036854775807",
        // 2^63, the first product that is negative as a long
        "4294967296, 2147483648, 4, 2305843009213693952, 2305843009213693952",
        "4294967296, 2147483648, 3, 3074457345618258602, 3074457345618258603",
        // 2^64 and 2^80, whose low words are 0
        "4294967296, 4294967296, 4, 4611686018427387904, 4611686018427387904",
        "1099511627776, 1099511627776, 1073741824, 1125899906842624, 1125899906842624",
        "9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807, 9223372036854775807",
    })
    void multipliesAndDividesWithoutOverflow(long a, long b, long c, long floor, long ceil) {
        assertThat(Exact.mulDivFloor(a, b, c)).isEqualTo(floor);
        assertThat(Exact.mulDivCeil(a, b, c)).isEqualTo(ceil);
        assertThat(Exact.mulDivCeilUpTo(1L << 40, a, b, c)).isEqualTo(Math.min(1L << 40, ceil));
    }

    @Test
    void agreesWithBigIntegerOnNumbersOfEveryLength() {
        Random random = new Random(42);
        for (int i = 0; i < 20_000; i++) {
            long a = anyLength(random);
            long b = anyLength(random);
            long c = Math.max(anyLength(random), Math.max(a, b) / 2 + 1);
            BigInteger[] parts = big(a).multiply(big(b)).divideAndRemainder(big(c));
            if (parts[0].bitLength() > 62) {
                continue;
            }
            long floor = parts[0].longValueExact();
            long ceil = floor + parts[1].signum();
            assertThat(Exact.mulDivFloor(a, b, c)).isEqualTo(floor);
            assertThat(Exact.mulDivCeil(a, b, c)).isEqualTo(ceil);
            assertThat(Exact.mulDivCeilUpTo(MAX, a, b, c)).isEqualTo(ceil);
            assertThat(Exact.mulDivCeilUpTo(1000, a, b, c)).isEqualTo(Math.min(1000, ceil));
        }
    }

    @Test
    void isCutOffOnlyAboveTheMost() {
        long big = 1L << 40;
        assertThat(Exact.mulDivCeilUpTo(MAX, big, big, 1 << 19)).isEqualTo(1L << 61);
        assertThat(Exact.mulDivCeilUpTo((1L << 61) - 1, big, big, 1 << 19)).isEqualTo((1L << 61) - 1);
        assertThat(Exact.mulDivCeilUpTo(5, MAX, MAX, 1)).isEqualTo(5);
        assertThat(Exact.mulDivCeilUpTo(5, 11, 1, 2)).isEqualTo(5);
        assertThat(Exact.mulDivCeilUpTo(6, 11, 1, 2)).isEqualTo(6);
        assertThat(Exact.mulDivCeilUpTo(7, 11, 1, 2)).isEqualTo(6);
    }

    @Test
    void wouldRatherFailThanWrapAround() {
        assertThatThrownBy(() -> Exact.mulDivFloor(MAX, 2, 1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Exact.mulDivCeil(MAX, 2, 1)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0",
        "1, 1, 1",
        "1, 9223372036854775807, 1",
        "10, 5, 2",
        "11, 5, 3",
        "9223372036854775807, 1, 9223372036854775807",
        "9223372036854775807, 2, 4611686018427387904",
    })
    void roundsUp(long a, long b, long expected) {
        assertThat(Exact.ceilDiv(a, b)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "5, 3, 8",
        "3, 5, 8",
        "9223372036854775806, 1, 9223372036854775807",
        "9223372036854775807, 1, 9223372036854775807",
        "9223372036854775807, 9223372036854775807, 9223372036854775807",
    })
    void addsUpToNever(long a, long b, long sum) {
        assertThat(Exact.add(a, b)).isEqualTo(sum);
    }

    private static long anyLength(Random random) {
        return random.nextLong() >>> (1 + random.nextInt(63));
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }
}
