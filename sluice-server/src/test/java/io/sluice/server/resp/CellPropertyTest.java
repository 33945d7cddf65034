package io.sluice.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Against the arithmetic of redis-cell written down with unbounded numbers. */
class CellPropertyTest {
    private static final int STORIES = 400;
    private static final BigInteger SECOND = BigInteger.valueOf(1_000_000_000);
    private static final BigInteger MILLI = BigInteger.valueOf(1_000_000);
    private static final BigInteger MICRO = BigInteger.valueOf(1_000);

    private final Map<String, BigInteger> arrivals = new HashMap<>();

    private String expected(String key, BigInteger now, long burst, long count, long period, long quantity) {
        BigInteger interval = new BigDecimal(BigInteger.valueOf(period).multiply(SECOND))
                .divide(BigDecimal.valueOf(count), 0, RoundingMode.FLOOR)
                .toBigInteger();
        BigInteger limit = BigInteger.valueOf(burst + 1);
        BigInteger tolerance = interval.multiply(limit);
        BigInteger cost = interval.multiply(BigInteger.valueOf(quantity));
        BigInteger before = arrivals.getOrDefault(key, now).max(now);
        BigInteger after = before.add(cost);
        BigInteger tooEarly = after.subtract(tolerance).subtract(now);
        boolean limited = tooEarly.signum() > 0;
        if (!limited) {
            arrivals.put(key, after);
        }
        BigInteger ttl = (limited ? before : after).subtract(now);
        BigInteger left = tolerance.subtract(ttl).max(BigInteger.ZERO);
        BigInteger remaining = left.divide(MICRO).divide(interval.divide(MICRO)).min(limit);
        String retry =
                limited && cost.compareTo(tolerance) <= 0 ? seconds(tooEarly).toString() : "-1";
        return (limited ? 1 : 0) + " " + limit + " " + remaining + " " + retry + " " + seconds(ttl);
    }

    private static BigInteger seconds(BigInteger nanos) {
        BigInteger[] parts = nanos.divideAndRemainder(SECOND);
        return parts[1].compareTo(MILLI) >= 0 ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    @Test
    void answersLikeRedisCell() {
        Long only = Long.getLong("sluice.seed");
        for (long seed = only == null ? 0 : only; seed < (only == null ? STORIES : only + 1); seed++) {
            tell(seed);
        }
    }

    private void tell(long seed) {
        Random random = new Random(seed);
        Talk talk = new Talk();
        arrivals.clear();
        long count = 1L + random.nextInt(random.nextBoolean() ? 5 : 10_000);
        long period = 1L + random.nextInt(random.nextBoolean() ? 10 : 100_000);
        for (int i = 0; i < 60; i++) {
            talk.clock.advanceNanos((long) (random.nextDouble() * random.nextInt(3) * 2e9 * period / count));
            String key = "k" + random.nextInt(3);
            long burst = random.nextInt(8);
            long quantity = random.nextInt(5) == 0 ? random.nextInt(12) : 1;
            BigInteger now = BigInteger.valueOf(talk.clock.nanos());
            String words = key + " " + burst + " " + count + " " + period + " " + quantity;
            assertThat(talk.throttle(words))
                    .as("seed %d (replay with -Dsluice.seed=%d): CL.THROTTLE %s at %s", seed, seed, words, now)
                    .isEqualTo(expected(key, now, burst, count, period, quantity));
        }
    }
}
