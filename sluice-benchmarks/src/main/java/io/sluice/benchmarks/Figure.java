package io.sluice.benchmarks;

import static io.sluice.benchmarks.Trials.BATCH;
import static io.sluice.benchmarks.Trials.BUCKET4J;
import static io.sluice.benchmarks.Trials.GATE;
import static io.sluice.benchmarks.Trials.HANDMADE;
import static io.sluice.benchmarks.Trials.HASHED;
import static io.sluice.benchmarks.Trials.KEPT;
import static io.sluice.benchmarks.Trials.LEASED;
import static io.sluice.benchmarks.Trials.SLUICE;
import static io.sluice.benchmarks.Trials.keyedScenario;
import static io.sluice.benchmarks.Trials.singleScenario;
import static io.sluice.benchmarks.Trials.threeLimitsScenario;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** A figure that Sluice promises, and what was measured; empty if its trials were left out or rejected. */
record Figure(String what, String unit, OptionalDouble value, double required, boolean atLeast, boolean disturbed) {
    /** JMH's own threads allocate a little, which shows as a fraction of a byte. */
    private static final double NOTHING = 0.5;

    boolean met() {
        double measured = value.orElse(Double.NaN);
        return atLeast ? measured >= required : measured <= required;
    }

    String verdict() {
        String answer = met() ? "pass" : value.isPresent() ? "FAIL" : "not measured";
        return disturbed ? answer + ", but disturbed" : answer;
    }

    static List<Figure> all(Scores scores) {
        List<Figure> figures = new ArrayList<>();
        figures.add(keyed(scores, 100_000, Traffic.ALLOWED, 1, 9));
        figures.add(keyedByProcessor(scores, 100_000, Traffic.ALLOWED, 9));
        figures.add(keyed(scores, 100_000, Traffic.ALLOWED, 2, 4.5));
        figures.add(keyed(scores, 100_000, Traffic.REFUSED, 1, 5));
        figures.add(keyed(scores, 100_000, Traffic.REFUSED, 2, 5));
        figures.add(keyed(scores, 1_000_000, Traffic.ALLOWED, 1, 6));
        figures.add(keyedByProcessor(scores, 1_000_000, Traffic.ALLOWED, 6));
        figures.add(keyed(scores, 1_000_000, Traffic.REFUSED, 1, 4.5));
        figures.add(keyedByProcessor(scores, 1_000_000, Traffic.REFUSED, 4.5));
        figures.add(ratio(scores, keyedScenario(1_000_000, Traffic.ALLOWED, 1), BATCH, SLUICE, 3));
        figures.add(ratio(scores, threeLimitsScenario(1), SLUICE, BUCKET4J, 8));
        figures.add(ratio(scores, singleScenario(1), GATE, HANDMADE, 0.9));
        figures.add(ratio(scores, singleScenario(2), GATE, BUCKET4J, 1.5));
        figures.add(ratio(scores, singleScenario(2), LEASED, BUCKET4J, 3));
        for (Traffic traffic : List.of(Traffic.ALLOWED, Traffic.REFUSED)) {
            figures.add(bytes(scores, keyedScenario(100_000, traffic, 1), SLUICE, NOTHING));
            figures.add(bytes(scores, keyedScenario(100_000, traffic, 1), HASHED, NOTHING));
            figures.add(bytes(scores, keyedScenario(100_000, traffic, 1), KEPT, 40 + NOTHING));
            figures.add(bytes(scores, keyedScenario(1_000_000, traffic, 1), BATCH, NOTHING));
        }
        figures.add(bytes(scores, threeLimitsScenario(1), SLUICE, NOTHING));
        figures.add(bytes(scores, singleScenario(1), GATE, NOTHING));
        figures.add(bytes(scores, singleScenario(1), LEASED, NOTHING));
        return figures;
    }

    private static Figure keyed(Scores scores, int keys, Traffic traffic, int threads, double required) {
        return ratio(scores, keyedScenario(keys, traffic, threads), SLUICE, BUCKET4J, required);
    }

    /** With one thread, where the other processor is free to collect what a contender leaves behind. */
    private static Figure keyedByProcessor(Scores scores, int keys, Traffic traffic, double required) {
        String scenario = keyedScenario(keys, traffic, 1);
        return new Figure(
                scenario + ": " + SLUICE + " against " + BUCKET4J + ", processor time",
                "times",
                scores.processorRatio(scenario, SLUICE, BUCKET4J),
                required,
                true,
                false);
    }

    private static Figure ratio(Scores scores, String scenario, String ours, String other, double required) {
        String what = scenario + ": " + ours + " against " + other;
        boolean disturbed = scores.disturbed(scenario, ours) || scores.disturbed(scenario, other);
        return new Figure(what, "times", scores.ratio(scenario, ours, other), required, true, disturbed);
    }

    private static Figure bytes(Scores scores, String scenario, String ours, double most) {
        return new Figure(scenario + ": " + ours, "B/op", scores.bytes(scenario, ours), most, false, false);
    }
}
