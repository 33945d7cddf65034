package io.sluice.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks all the time gets the rate, for years, and no more than it. */
class SteadyCallerPropertyTest {
    private static final String KEY = "steady";
    private static final long YEAR = 366L * 86_400_000_000_000L;

    private static BigInteger earned(Limit limit, long nanos) {
        return BigInteger.valueOf(limit.permits())
                .multiply(BigInteger.valueOf(nanos))
                .divide(BigInteger.valueOf(limit.periodNanos()));
    }

    /** Takes all there is, every so often. */
    private static BigInteger taken(RateLimiter limiter, ManualClock clock, long every, int times) {
        BigInteger taken = BigInteger.ZERO;
        for (int i = 0; i < times; i++) {
            clock.advanceNanos(every);
            taken = taken.add(BigInteger.valueOf(
                    limiter.tryAcquireUpTo(KEY, Integer.MAX_VALUE).granted()));
        }
        return taken;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7/s burst 7",
                "997/min burst 997",
                "999983/s burst 999983",
                "2147483647/us burst 2147483647",
                "2147483647/day burst 2147483647",
                "2147483629/366day burst 2147483629",
                "1/366day burst 30",
                "2147483647/1009ns burst 2147483647",
                "99991/366day burst 99991",
                "1000003/31days burst 1000003"
            })
    void getsTheRateToOneInAMillion(String text) {
        Limit limit = Limit.parse(text);
        ManualClock clock = new ManualClock();
        RateLimiter limiter = RateLimiter.builder().clock(clock).limits(limit).build();
        limiter.tryAcquire(KEY, limit.capacity());
        long every = Math.max(1, limit.periodNanos() / limit.permits() * (limit.capacity() / 2));
        int times = (int) Math.min(2_000, 200 * YEAR / every);
        BigInteger taken = taken(limiter, clock, every, times);
        BigInteger ideal = earned(limit, every * times);
        assertThat(taken).isLessThanOrEqualTo(ideal);
        BigInteger lost = ideal.subtract(taken).subtract(BigInteger.ONE).max(BigInteger.ZERO);
        assertThat(lost.multiply(BigInteger.valueOf(1_000_000))).isLessThanOrEqualTo(ideal);
    }

    @Test
    void roundedRatesNeverGrantMoreThanTheExactOnes() {
        Seeds.tryAll(200, SteadyCallerPropertyTest::anyRate, limit -> List.of(), limit -> {
            ManualClock clock = new ManualClock();
            RateLimiter limiter =
                    RateLimiter.builder().clock(clock).limits(limit).build();
            limiter.tryAcquire(KEY, limit.capacity());
            long every = Math.max(1, limit.periodNanos() / limit.permits() * Math.max(1, limit.capacity() / 2));
            int times = (int) Math.max(1, Math.min(50, Long.MAX_VALUE / 2 / every));
            BigInteger taken = taken(limiter, clock, every, times);
            BigInteger ideal = earned(limit, every * times);
            assertThat(taken).isLessThanOrEqualTo(ideal);
            assertThat(taken.multiply(BigInteger.valueOf(1_000_001)))
                    .isGreaterThanOrEqualTo(ideal.subtract(BigInteger.ONE).multiply(BigInteger.valueOf(999_999)));
        });
    }

    private static Limit anyRate(Random random) {
        long permits = DrawnLimit.between(random, 1, Integer.MAX_VALUE);
        long period = DrawnLimit.between(random, 1_000, YEAR);
        long burst = 1 + Math.min(permits, (1L << 59) / Math.max(1, period / permits + 1) - 1);
        return Limit.parse(permits + "/" + period + "ns burst " + Math.min(burst, Integer.MAX_VALUE));
    }

    /** Positions on the line of time wrap around many times an hour at this rate. */
    @ParameterizedTest
    @CsvSource({"2147483647/us burst 2147483647, 1000", "999983/s burst 999983, 1000000000", "7/s burst 7, 1000000000"})
    void survivesCenturiesInSteps(String text, long periodNanos) {
        Limit limit = Limit.parse(text);
        ManualClock clock = new ManualClock();
        RateLimiter limiter = RateLimiter.builder().clock(clock).limits(limit).build();
        Random random = new Random(1);
        while (clock.nanos() < 200 * YEAR) {
            assertThat(limiter.tryAcquire(KEY, limit.capacity()).allowed()).isTrue();
            assertThat(limiter.tryAcquire(KEY).allowed()).isFalse();
            clock.advanceNanos(periodNanos / 2);
            assertThat(limiter.peek(KEY, 0).remaining()).isEqualTo(limit.capacity() / 2);
            clock.advanceNanos(periodNanos - periodNanos / 2);
            assertThat(limiter.peek(KEY, 0).resetAfterNanos()).isZero();
            clock.advanceNanos(DrawnLimit.between(random, 1, YEAR));
        }
    }

    @ParameterizedTest
    @EnumSource(Limit.Kind.class)
    void aKeyLeftAloneForYearsIsNew(Limit.Kind kind) {
        Seeds.tryAll(150, random -> DrawnLimit.draw(random, kind), limit -> List.of(), limit -> {
            for (int years = 1; years < 100; years += 7) {
                ManualClock clock = new ManualClock(1_760_000_000_000_000_000L);
                RateLimiter limiter =
                        RateLimiter.builder().clock(clock).limits(limit.limit()).build();
                limiter.tryAcquire(KEY, limit.capacity());
                clock.advanceNanos(limiter.peek(KEY, 0).resetAfterNanos() + years * YEAR);
                assertThat(limiter.peek(KEY, 0).remaining())
                        .as("%s years", years)
                        .isEqualTo(limit.capacity());
                assertThat(limiter.tryAcquire(KEY, limit.capacity()).allowed()).isTrue();
            }
        });
    }
}
