package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeavyKeysTest {
    private static final int CAPACITY = 100;
    private static final int ADDED = 200_000;

    private final Map<String, Long> exact = new HashMap<>();
    private final Map<String, Report.LimitedKey> known = new HashMap<>();

    /** Key k comes in proportion to 1/(k+1)^s. */
    private void addZipf(double s, Random random) {
        double[] until = new double[50_000];
        double sum = 0;
        for (int k = 0; k < until.length; k++) {
            sum += Math.pow(k + 1, -s);
            until[k] = sum;
        }
        HeavyKeys keys = new HeavyKeys(CAPACITY);
        for (int i = 0; i < ADDED; i++) {
            int found = java.util.Arrays.binarySearch(until, random.nextDouble() * sum);
            String key = "k" + (found < 0 ? -found - 1 : found);
            exact.merge(key, 1L, Long::sum);
            keys.add(key, HeavyKeys.hash(key));
        }
        keys.addTo(known);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.8, 1, 1.2, 2})
    void countsAreNeverTooLowAndTooHighByTheirErrorAtMost(double s) {
        long seed = Long.getLong("sluice.seed", 9);
        addZipf(s, new Random(seed));
        assertThat(known).hasSize(CAPACITY);
        known.forEach((key, heavy) -> {
            long count = exact.getOrDefault(key, 0L);
            assertThat(heavy.refused()).as("seed %d, %s", seed, key).isBetween(count, count + heavy.error());
            assertThat(heavy.error()).as("seed %d, %s", seed, key).isLessThanOrEqualTo(ADDED / CAPACITY);
        });
        exact.forEach((key, count) -> {
            if (count > ADDED / CAPACITY) {
                assertThat(known).as("seed %d", seed).containsKey(key);
            }
        });
    }

    @Test
    void fewKeysAreCountedExactly() {
        HeavyKeys keys = new HeavyKeys(3);
        for (String key : "a b a c a b".split(" ", -1)) {
            keys.add(key, HeavyKeys.hash(key));
        }
        keys.addTo(known);
        assertThat(known.values())
                .containsExactlyInAnyOrder(
                        new Report.LimitedKey("a", 3, 0),
                        new Report.LimitedKey("b", 2, 0),
                        new Report.LimitedKey("c", 1, 0));
    }
}
