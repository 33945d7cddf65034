package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a key costs when there are as many as there may be. */
class FootprintMemoryTest {
    @Test
    void aMillionTokenBucketsTake24BytesEach() {
        assertThat(bytesPerKey("10/h", 1_000_000)).isLessThanOrEqualTo(24);
    }

    /** Words of the cell with its owner and sequence, 8 bytes each, half as many slots again; logs have an array each. */
    @ParameterizedTest
    @CsvSource({
        "1/h leaky-bucket 10, 24",
        "1/h leaky-queue 10, 24",
        "10/h fixed-window, 24",
        "10/h fixed-window anchored, 48",
        "10/h sliding-window, 60",
        "10/h sub-windows 6, 120",
        "10/h sub-windows 60, 768",
        "10/h sliding-log, 150",
    })
    void aKeyOfEachAlgorithmTakes(String limit, double most) {
        assertThat(bytesPerKey(limit, 50_000)).isLessThanOrEqualTo(most);
    }

    private static double bytesPerKey(String limit, int maxKeys) {
        RateLimiter limiter = RateLimiter.builder()
                .limits(Limit.parse(limit))
                .maxKeys(maxKeys)
                .clock(new ManualClock())
                .build();
        for (int key = 0; key < maxKeys; key++) {
            limiter.tryAcquire(Key.of(key));
        }
        var usage = limiter.usage();
        assertThat(usage.keys()).isGreaterThan(maxKeys * 99L / 100);
        double each = (double) usage.bytes() / maxKeys;
        System.out.printf("%-30s %6.1f bytes a key%n", limit, each);
        return each;
    }
}
