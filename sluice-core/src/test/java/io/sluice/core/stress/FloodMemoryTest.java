package io.sluice.core.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.Key;
import io.sluice.core.Limit;
import io.sluice.core.ManualClock;
import io.sluice.core.RateLimiter;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many more keys than there is room for: memory stays bounded, and who is limited stays limited. */
class FloodMemoryTest {
    private static final int BURST = 10;
    private static final long SMALL = 4 << 20;

    @Test
    void tenMillionKeysNeitherGrowTheHeapNorFreeAnExhaustedClient() {
        withstands("10/h", 1_000_000, 10_000_000, 1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1/h leaky-bucket 10",
                "1/h leaky-queue 10",
                "10/h fixed-window",
                "10/h fixed-window anchored",
                "10/h sliding-window",
                "10/h sub-windows 6",
                "10/h sliding-log",
            })
    void everyAlgorithmWithstandsAFlood(String limit) {
        withstands(limit, 20_000, 300_000, 500);
    }

    private static void withstands(String limit, int maxKeys, int flood, int clients) {
        long heapBefore = usedHeap();
        RateLimiter limiter = RateLimiter.builder()
                .limits(Limit.parse(limit))
                .maxKeys(maxKeys)
                .clock(new ManualClock())
                .build();
        for (int client = 0; client < clients; client++) {
            assertThat(limiter.tryAcquire(Key.of(-1 - client), BURST).allowed()).isTrue();
        }
        for (int key = 0; key < flood; key++) {
            limiter.tryAcquire(Key.of(key));
        }
        long grown = usedHeap() - heapBefore;
        var usage = limiter.usage();
        assertThat(grown).isLessThan(usage.bytes() + SMALL);
        assertThat(usage.keys()).isLessThanOrEqualTo(maxKeys * 3 / 2 + 16);
        assertThat(usage.liveEvictions()).isGreaterThan(flood - 2L * maxKeys);
        for (int client = 0; client < clients; client++) {
            assertThat(limiter.tryAcquire(Key.of(-1 - client)).allowed()).isFalse();
        }
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
