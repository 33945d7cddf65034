package io.sluice.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.benchmarks.redis.Results.Trial;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisReportTest {
    @Test
    void aTrialWithoutSamplesIsARowThatSaysWhy() {
        Trial measured = new Trial(Load.HOT_KEY, Entrant.SLUICE);
        Trial rejected = new Trial(Load.HOT_KEY, Entrant.MEMORY);
        Results results = new Results();
        results.add(measured, List.of(new Sample(1_000, 2, 3, 1, 1, 1)));
        results.reject(rejected, "no interval was measured");

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new RedisReport(new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .speed(List.of(measured, rejected), results);

        List<String> rows = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(rows).anySatisfy(row -> assertThat(row).matches("  Sluice, strict +1000 .*"));
        assertThat(rows).last().asString().matches("  Sluice without Redis +rejected: no interval was measured");
    }
}
