package io.sluice.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;

class TrialsTest {
    static Stream<Trial> trials() {
        return Trials.all().stream();
    }

    static Stream<Trial> allTrials() {
        return Stream.concat(trials(), BenchRules.trials().stream());
    }

    @ParameterizedTest
    @MethodSource("allTrials")
    void everyTrialNamesABenchmark(Trial trial) throws ClassNotFoundException {
        String[] parts = trial.method().split("\\.", -1);
        Class<?> type = Class.forName("io.sluice.benchmarks." + parts[0]);
        assertThat(Arrays.stream(type.getMethods()))
                .anyMatch(method -> method.getName().equals(parts[1]) && method.isAnnotationPresent(Benchmark.class));
        assertThat("io.sluice.benchmarks." + trial.method()).matches(trial.include());
    }

    @Test
    void everyScenarioHasBucket4jToCompareWith() {
        assertThat(trials().map(Trial::scenario).distinct())
                .allMatch(scenario -> trials().anyMatch(trial ->
                        trial.scenario().equals(scenario) && trial.contender().equals(Trials.BUCKET4J)));
    }

    @Test
    void namesAreDistinct() {
        assertThat(trials().map(Trial::name)).doesNotHaveDuplicates();
    }
}
