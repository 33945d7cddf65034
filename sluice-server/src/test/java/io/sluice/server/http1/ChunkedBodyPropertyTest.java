package io.sluice.server.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.http1.ChunkedBody.Extensions;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However the bytes of a body are cut, it ends at the same place, or is wrong in the same way. */
class ChunkedBodyPropertyTest {
    private static final String[] PARTS = {
        "0\r\n",
        "\r\n",
        "3\r\nabc\r\n",
        "b\r\n\r\n0\r\n\r\n\r\n..\r\n",
        "X: 1\r\n",
        "Host: a\r\n",
        "5;x\r\nhello\r\n",
        "f",
        "\r",
        "\n",
        "Y:",
        " ",
        "\u0000",
    };

    static LongStream seeds() {
        Long only = Long.getLong("sluice.seed");
        return only == null ? LongStream.range(0, 20) : LongStream.of(only);
    }

    @ParameterizedTest(name = "seed {0} (replay with -Dsluice.seed={0})")
    @MethodSource("seeds")
    void anyCutGivesTheSame(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int parts = random.nextInt(8); parts >= 0; parts--) {
                text.append(PARTS[random.nextInt(PARTS.length)]);
            }
            Extensions extensions = random.nextBoolean() ? Extensions.PASSED : Extensions.REFUSED;
            int[] cuts = random.ints(random.nextInt(6), 0, text.length() + 1)
                    .sorted()
                    .toArray();
            assertThat(ChunkedBodyTest.outcome(extensions, text.toString(), cuts))
                    .isEqualTo(ChunkedBodyTest.outcome(extensions, text.toString()));
        }
    }
}
