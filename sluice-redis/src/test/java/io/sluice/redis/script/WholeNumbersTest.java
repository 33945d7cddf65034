package io.sluice.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WholeNumbersTest {
    private static final int PAIRS = 200;

    private static RealRedis redis;

    @BeforeAll
    static void start() {
        redis = new RealRedis();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    /** As far as permits and periods go, and beyond what a double holds. */
    @Test
    void productsAreDividedExactly() {
        Script script = divideAll();
        Seeds.tell(50, random -> {
            Arguments args = new Arguments().add("0").add(PAIRS);
            long[][] numbers = new long[PAIRS][];
            for (int i = 0; i < PAIRS; i++) {
                numbers[i] = numbers(random);
                args.add(numbers[i][0]).add(numbers[i][1]).add(numbers[i][2]);
            }
            List<Object> reply = redis.run(script, new byte[0][], args.toArray());
            for (int i = 0; i < PAIRS; i++) {
                assertThat(new String((byte[]) reply.get(i), StandardCharsets.ISO_8859_1))
                        .isEqualTo(exactly(numbers[i]));
            }
        });
    }

    private static Script divideAll() {
        Script whole = Scripts.of(List.of("whole"));
        String text = whole.text() + """

                local reply = {}
                for i = 1, number() do
                  local a, b, c = number(), number(), number()
                  local quotient, rest = muldiv(a, b, c)
                  reply[i] = format('%d %d %d', quotient, rest, muldiv_up(a, b, c))
                end
                return reply
                """;
        return new Script(text, "0".repeat(40));
    }

    /** The quotient must be below 2^53. */
    private static long[] numbers(Random random) {
        while (true) {
            long a = below(random, 45);
            long b = below(random, 51);
            long c = 1 + below(random, 50);
            BigInteger quotient = big(a).multiply(big(b)).divide(big(c));
            if (quotient.bitLength() <= 52) {
                return new long[] {a, b, c};
            }
        }
    }

    private static long below(Random random, int bits) {
        int some = random.nextInt(bits + 1);
        return random.nextInt(8) == 0 ? (1L << some) - 1 : random.nextLong() & ((1L << some) - 1);
    }

    private static String exactly(long[] numbers) {
        BigInteger[] parts = big(numbers[0]).multiply(big(numbers[1])).divideAndRemainder(big(numbers[2]));
        return parts[0] + " " + parts[1] + " " + parts[0].add(big(parts[1].signum()));
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }
}
