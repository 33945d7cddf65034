package io.sluice.redis.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Limit;
import io.sluice.core.LimitSet;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DividedLimitsTest {
    private static final long DAYS_366 = Duration.ofDays(366).toNanos();

    @ParameterizedTest
    @CsvSource({
        "100/min,                   1, 100/min",
        "100/min,                   4, 100/4min burst 25",
        "100/min burst 20,          3, 100/3min burst 6",
        "1/min,                    10, 1/10min",
        "0/min,                     3, 0/3min burst 0",
        "0/min burst 5,             3, 0/3min burst 1",
        "2/s leaky-bucket 10,       3, 2/3s leaky-bucket 3",
        "2/s leaky-queue 10,        3, 2/3s leaky-queue 3",
        "2/s leaky-queue 2,         3, 2/3s leaky-queue 1",
        "1000/day fixed-window,     3, 333/day fixed-window",
        "2/day fixed-window,        3, 1/day fixed-window",
        "0/day fixed-window,        3, 0/day fixed-window",
        "9/day fixed-window Europe/Berlin, 4, 2/day fixed-window Europe/Berlin",
        "1000/month,                       3, 333/month",
        "9/week Europe/Berlin,             4, 2/week Europe/Berlin",
        "1000/day fixed-window anchored,   3, 333/day fixed-window anchored",
        "300/15m sliding-window,    7, 42/15m sliding-window",
        "100/h sub-windows 60,      3, 33/h sub-windows 60",
        "5/15m sliding-log,         2, 2/15m sliding-log",
        "1000/366d,                10, 100/366d",
        "3/366d burst 90,           2, 1/366d burst 30",
        "unlimited,                 9, unlimited"
    })
    void divides(String limit, int instances, String share) {
        Limit all = limit.equals("unlimited") ? Limit.unlimited() : Limit.parse(limit);
        Limit expected = share.equals("unlimited") ? Limit.unlimited() : Limit.parse(share);
        assertThat(DividedLimits.of(all, instances)).isEqualTo(expected);
    }

    @Test
    void dividesEveryLimitOfASet() {
        LimitSet all =
                LimitSet.of("search", Limit.perSecond(10), Limit.perHour(100).slidingLog());
        LimitSet share = DividedLimits.of(all, 2);
        assertThat(share.name()).isEqualTo("search");
        assertThat(share.limits())
                .containsExactly(
                        Limit.of(10, Duration.ofSeconds(2)).burst(5),
                        Limit.perHour(50).slidingLog());
    }

    @Test
    void dividesEveryLimitThereCanBe() {
        Seeded.run(20_000, DividedLimitsTest::divideAny);
    }

    private static void divideAny(Random random) {
        long permits = draw(random, 0, Limit.MOST_PERMITS);
        Duration period = Duration.ofNanos(draw(random, 1_000, DAYS_366));
        int instances = (int) draw(random, 1, Integer.MAX_VALUE);
        Limit limit = anyBucket(random, Limit.of(permits, period));
        Limit share = DividedLimits.of(limit, instances);
        assertThat(share.kind()).isEqualTo(limit.kind());
        assertThat(share.capacity()).isBetween(Math.min(1, limit.capacity()), most(limit.capacity(), instances));
        boolean slowest = share.permits() == 1 && share.periodNanos() == DAYS_366;
        assertThat(slowest || rateTimes(share, instances).compareTo(rate(limit, share)) <= 0)
                .as("%s is at most one of %s of %s", share, instances, limit)
                .isTrue();
    }

    private static long most(long capacity, int instances) {
        return capacity < instances ? Math.min(1, capacity) : capacity / instances;
    }

    /** Both rates over one denominator. */
    private static BigInteger rateTimes(Limit share, int instances) {
        return BigInteger.valueOf(share.permits()).multiply(BigInteger.valueOf(instances));
    }

    private static BigInteger rate(Limit limit, Limit share) {
        return BigInteger.valueOf(limit.permits())
                .multiply(BigInteger.valueOf(share.periodNanos()))
                .divide(BigInteger.valueOf(limit.periodNanos()));
    }

    private static Limit anyBucket(Random random, Limit limit) {
        try {
            long capacity = draw(random, 0, Limit.MOST_PERMITS);
            return switch (random.nextInt(3)) {
                case 0 -> limit.burst(capacity);
                case 1 -> limit.leakyBucket(capacity);
                default -> limit.leakyQueue(capacity);
            };
        } catch (IllegalArgumentException tooSlowToRefill) {
            return limit;
        }
    }

    /** Small and large numbers alike. */
    private static long draw(Random random, long least, long most) {
        double exponent = random.nextDouble() * Math.log(most - least + 1.0);
        return Math.min(most, least + (long) Math.expm1(exponent));
    }
}
