package io.sluice.benchmarks.redis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** What was measured. Of each number, the median of all iterations over all rounds counts. */
final class Results {
    private static final double DISTURBED = 1.5;

    private final Map<Trial, List<Sample>> samples = new LinkedHashMap<>();
    private final Map<Trial, String> rejected = new LinkedHashMap<>();

    /** One entrant under one load. */
    record Trial(Load load, Entrant entrant) {
        String name() {
            return load.name() + ": " + entrant.title();
        }
    }

    void add(Trial trial, List<Sample> more) {
        samples.computeIfAbsent(trial, first -> new ArrayList<>()).addAll(more);
    }

    /** Nothing that was measured before counts either. */
    void reject(Trial trial, String reason) {
        rejected.put(trial, reason);
        samples.remove(trial);
    }

    Map<Trial, String> rejected() {
        return rejected;
    }

    Map<Trial, List<Sample>> samples() {
        return samples;
    }

    OptionalDouble median(Load load, Entrant entrant, ToDoubleFunction<Sample> number) {
        double[] sorted = samples.getOrDefault(new Trial(load, entrant), List.of()).stream()
                .mapToDouble(number)
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }

    OptionalDouble fastest(Load load, Entrant entrant) {
        return samples.getOrDefault(new Trial(load, entrant), List.of()).stream()
                .mapToDouble(Sample::perSecond)
                .max();
    }

    OptionalDouble ratio(Load load, Entrant one, Entrant other, ToDoubleFunction<Sample> number) {
        OptionalDouble ours = median(load, one, number);
        OptionalDouble theirs = median(load, other, number);
        return ours.isPresent() && theirs.isPresent()
                ? OptionalDouble.of(ours.getAsDouble() / theirs.getAsDouble())
                : OptionalDouble.empty();
    }

    /** Whether something else kept the machine busy: then neither this score nor a ratio to it says much. */
    boolean disturbed(Load load, Entrant entrant) {
        return fastest(load, entrant).orElse(0)
                > DISTURBED * median(load, entrant, Sample::perSecond).orElse(0);
    }
}
