package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.gateway.Contender.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What was measured, and who answered wrongly. */
final class Results {
    /** A contender under a load. */
    record Trial(Load load, Contender contender) {
        String name() {
            return load.title() + ": " + contender.title();
        }
    }

    private final Map<Trial, List<Sample>> samples = new LinkedHashMap<>();
    private final Map<Trial, String> rejected = new LinkedHashMap<>();

    void add(Trial trial, Sample sample) {
        samples.computeIfAbsent(trial, key -> new ArrayList<>()).add(sample);
    }

    /** It has no speed, because it does not do what it is measured for. */
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

    OptionalDouble median(Trial trial, ToDoubleFunction<Sample> number) {
        return median(numbers(trial, number));
    }

    private static OptionalDouble median(DoubleStream numbers) {
        double[] sorted = numbers.sorted().toArray();
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        int middle = sorted.length / 2;
        return OptionalDouble.of(sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
    }

    private DoubleStream numbers(Trial trial, ToDoubleFunction<Sample> number) {
        return samples.getOrDefault(trial, List.of()).stream().mapToDouble(number);
    }

    /** Whether others took part of the machine in at least half of its runs. */
    boolean disturbed(Trial trial) {
        return numbers(trial, sample -> sample.disturbed() ? 1 : 0).average().orElse(0) >= 0.5;
    }

    OptionalDouble fastest(Trial trial) {
        return numbers(trial, Sample::perSecond).max();
    }

    /** Of those of a kind the one with the most requests in a second. */
    Optional<Trial> best(Load load, Kind kind) {
        return samples.keySet().stream()
                .filter(trial -> trial.load() == load && trial.contender().kind() == kind)
                .max(Comparator.comparingDouble(
                        trial -> median(trial, Sample::perSecond).orElse(0)));
    }

    /** Of those of a kind and with so many workers the one with the most requests in a second. */
    Optional<Trial> best(Load load, Kind kind, int workers) {
        return samples.keySet().stream()
                .filter(trial -> trial.load() == load
                        && trial.contender().kind() == kind
                        && trial.contender().workers() == workers)
                .max(Comparator.comparingDouble(
                        trial -> median(trial, Sample::perSecond).orElse(0)));
    }

    /** The median of what each round gives: the machine is quicker in some than in others, for both alike. */
    OptionalDouble ratio(Trial ours, Optional<Trial> other, ToDoubleFunction<Sample> number) {
        List<Sample> mine = samples.getOrDefault(ours, List.of());
        List<Sample> theirs =
                other.map(trial -> samples.getOrDefault(trial, List.of())).orElse(List.of());
        return median(IntStream.range(0, Math.min(mine.size(), theirs.size()))
                .filter(round -> number.applyAsDouble(theirs.get(round)) > 0)
                .mapToDouble(round -> number.applyAsDouble(mine.get(round)) / number.applyAsDouble(theirs.get(round))));
    }
}
