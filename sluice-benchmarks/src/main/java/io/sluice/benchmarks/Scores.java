package io.sluice.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What was measured. The score of a trial is the median of all its iterations, over all rounds: a disturbed one does not count. */
final class Scores {
    private static final double DISTURBED = 1.5;
    private static final String BYTES = "gc.alloc.rate.norm";

    private final Map<Trial, List<Double>> nanos = new LinkedHashMap<>();
    private final Map<Trial, List<Double>> processor = new LinkedHashMap<>();
    private final Map<Trial, List<Double>> bytes = new LinkedHashMap<>();
    private final List<RunResult> raw = new ArrayList<>();

    void add(Trial trial, Collection<RunResult> results) {
        raw.addAll(results);
        results.stream()
                .flatMap(run -> run.getBenchmarkResults().stream())
                .flatMap(fork -> fork.getIterationResults().stream())
                .forEach(iteration -> add(trial, iteration));
    }

    private void add(Trial trial, IterationResult iteration) {
        addSample(nanos, trial, iteration.getPrimaryResult().getScore());
        addSecondary(processor, trial, iteration.getSecondaryResults().get(ProcessorTime.NANOS));
        addSecondary(bytes, trial, iteration.getSecondaryResults().get(BYTES));
    }

    private static void addSecondary(Map<Trial, List<Double>> samples, Trial trial, @Nullable Result<?> result) {
        if (result != null) {
            addSample(samples, trial, result.getScore());
        }
    }

    private static void addSample(Map<Trial, List<Double>> samples, Trial trial, double sample) {
        samples.computeIfAbsent(trial, first -> new ArrayList<>()).add(sample);
    }

    void forget(Trial trial) {
        nanos.remove(trial);
        processor.remove(trial);
        bytes.remove(trial);
    }

    /** Whether something else kept the machine busy: then neither this score nor a ratio to it says much. */
    boolean disturbed(Trial trial) {
        return nanos(trial).orElse(0) > DISTURBED * fastest(trial).orElse(0);
    }

    boolean disturbed(String scenario, String contender) {
        return trial(scenario, contender).stream().anyMatch(this::disturbed);
    }

    List<RunResult> raw() {
        return raw;
    }

    /** Nanoseconds an operation takes a thread. */
    OptionalDouble nanos(Trial trial) {
        return median(nanos.getOrDefault(trial, List.of()));
    }

    OptionalDouble fastest(Trial trial) {
        return nanos.getOrDefault(trial, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .min();
    }

    /** Nanoseconds an operation takes all processors together. */
    OptionalDouble processorNanos(Trial trial) {
        return median(processor.getOrDefault(trial, List.of()));
    }

    /** Bytes an operation allocates. */
    OptionalDouble bytes(Trial trial) {
        return median(bytes.getOrDefault(trial, List.of()));
    }

    OptionalDouble nanos(String scenario, String contender) {
        return trial(scenario, contender).stream()
                .flatMapToDouble(t -> nanos(t).stream())
                .findFirst();
    }

    OptionalDouble bytes(String scenario, String contender) {
        return trial(scenario, contender).stream()
                .flatMapToDouble(t -> bytes(t).stream())
                .findFirst();
    }

    /** How many times as fast. */
    OptionalDouble ratio(String scenario, String contender, String other) {
        return ratio(nanos(scenario, contender), nanos(scenario, other));
    }

    /** How many times as little of the processors. */
    OptionalDouble processorRatio(String scenario, String contender, String other) {
        return ratio(processorNanos(scenario, contender), processorNanos(scenario, other));
    }

    private OptionalDouble processorNanos(String scenario, String contender) {
        return trial(scenario, contender).stream()
                .flatMapToDouble(t -> processorNanos(t).stream())
                .findFirst();
    }

    private static OptionalDouble ratio(OptionalDouble ours, OptionalDouble theirs) {
        return ours.isPresent() && theirs.isPresent()
                ? OptionalDouble.of(theirs.getAsDouble() / ours.getAsDouble())
                : OptionalDouble.empty();
    }

    private List<Trial> trial(String scenario, String contender) {
        return nanos.keySet().stream()
                .filter(t -> t.scenario().equals(scenario) && t.contender().equals(contender))
                .toList();
    }

    static OptionalDouble median(List<Double> samples) {
        if (samples.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Double> sorted = samples.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double upper = sorted.get(middle);
        return OptionalDouble.of(sorted.size() % 2 == 1 ? upper : (sorted.get(middle - 1) + upper) / 2);
    }
}
