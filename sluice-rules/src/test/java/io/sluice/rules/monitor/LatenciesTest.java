package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void quantilesAreTooHighByAnEighthAtMost() {
        long seed = Long.getLong("sluice.seed", 2);
        Random random = new Random(seed);
        long[] values = new long[10_000];
        Latencies latencies = new Latencies();
        for (int i = 0; i < values.length; i++) {
            values[i] = (long) Math.exp(random.nextDouble() * 40);
            latencies.add(values[i]);
        }
        Arrays.sort(values);
        Report.DecisionTimes times = latencies.report();
        assertThat(times.count()).isEqualTo(values.length);
        assertThat(times.medianNanos()).as("seed %d", seed).isBetween(values[4_999], values[4_999] + values[4_999] / 8);
        assertThat(times.p99Nanos()).as("seed %d", seed).isBetween(values[9_899], values[9_899] + values[9_899] / 8);
        assertThat(times.p999Nanos()).as("seed %d", seed).isBetween(values[9_989], values[9_989] + values[9_989] / 8);
        assertThat(times.longestNanos())
                .as("seed %d", seed)
                .isBetween(values[9_999], values[9_999] + values[9_999] / 8);
    }

    @Test
    void extremesHaveTheirPlace() {
        Latencies latencies = new Latencies();
        assertThat(latencies.report()).isEqualTo(new Report.DecisionTimes(0, 0, 0, 0, 0));
        latencies.add(-5);
        latencies.add(7);
        latencies.add(8);
        assertThat(latencies.report()).isEqualTo(new Report.DecisionTimes(3, 7, 8, 8, 8));
        latencies.add(Long.MAX_VALUE);
        assertThat(latencies.report().longestNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
