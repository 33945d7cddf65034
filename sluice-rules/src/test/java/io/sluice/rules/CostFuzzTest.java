package io.sluice.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Runs the inputs kept in the resources; {@code JAZZER_FUZZ=1} looks for more. */
class CostFuzzTest {
    private static final long LEAST = 2;
    private static final long MOST = 100;
    private static final long OTHERWISE = 5;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    private final Price price =
            Price.of(new Cost.Said(Attribute.of("header.x-cost"), LEAST, MOST, OTHERWISE), PathSettings.DEFAULT);

    @FuzzTest(maxDuration = "2m")
    void everyCostIsWithinItsBounds(byte[] bytes) {
        for (Charset characters : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
            String text = new String(bytes, characters);
            long cost = price.of(Attributes.of(Map.of("header.x-cost", text)), Gathered.ofThread());
            assertThat(cost).isEqualTo(expected(text.strip()));
        }
    }

    private static long expected(String text) {
        return NUMBER.matcher(text).matches()
                ? new BigInteger(text)
                        .max(BigInteger.valueOf(LEAST))
                        .min(BigInteger.valueOf(MOST))
                        .longValueExact()
                : OTHERWISE;
    }
}
