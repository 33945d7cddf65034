package io.sluice.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The rule engine's figures on this machine: from attributes to the ruling, beside one decision of the core.
 *
 * <p>Exit status: 0 if it ran, 1 if a contender granted the wrong number of permits, 2 for bad arguments.
 */
public final class BenchRules {
    private static final String USAGE = BenchOptions.USAGE.replace("bench core", "bench rules");
    private static final String CORE = "one keyed tryAcquire";
    private static final String FEW = "3 rules";
    private static final String MANY = "300 rules";
    private static final int KEYS = 100_000;
    private static final String HOSTILE = "3 rules, 65,536 users, refused";

    private BenchRules() {}

    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        BenchOptions options;
        try {
            options = BenchOptions.parse(args);
        } catch (OptionValues.UsageException e) {
            err.println("bench: " + e.getMessage());
            err.print(USAGE);
            return 2;
        }
        if (options.help()) {
            out.print(USAGE);
            return 0;
        }
        List<Trial> trials =
                trials().stream().filter(trial -> options.wants(trial.name())).toList();
        Rounds rounds = new Rounds(options, err);
        rounds.run(trials);
        Report report = new Report(out);
        report.scores(trials, rounds.scores(), CORE);
        report.figures(figures(rounds.scores()));
        rounds.rejected().forEach((trial, reason) -> report.line("rejected: %s: %s", trial.name(), reason));
        return rounds.rejected().isEmpty() ? 0 : 1;
    }

    static List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        for (Traffic traffic : List.of(Traffic.ALLOWED, Traffic.REFUSED)) {
            Map<String, String> params = Map.of("keys", Integer.toString(KEYS), "traffic", traffic.name());
            trials.add(new Trial(scenario(traffic), CORE, "SluiceBenchmark.keyed", 1, params));
            trials.add(new Trial(scenario(traffic), FEW, "RulesBenchmark.decide", 1, with(params, 3)));
            trials.add(new Trial(scenario(traffic), MANY, "RulesBenchmark.decide", 1, with(params, 300)));
        }
        trials.add(hostile(Spelling.LONG));
        trials.add(hostile(Spelling.COLLIDING));
        return trials;
    }

    /** Refused, because then also the memory of who is refused is used. */
    private static Trial hostile(Spelling spelling) {
        Map<String, String> params =
                Map.of("keys", "65536", "traffic", Traffic.REFUSED.name(), "spelling", spelling.name());
        return new Trial(HOSTILE, named(spelling), "RulesBenchmark.decide", 1, with(params, 3));
    }

    private static String named(Spelling spelling) {
        return spelling == Spelling.COLLIDING ? "names of one String.hashCode" : "names as long";
    }

    private static Map<String, String> with(Map<String, String> params, int rules) {
        Map<String, String> all = new java.util.HashMap<>(params);
        all.put("rules", Integer.toString(rules));
        return all;
    }

    private static String scenario(Traffic traffic) {
        return "3 rules match, 100k users, " + traffic.name().toLowerCase(Locale.ROOT);
    }

    private static List<Figure> figures(Scores scores) {
        List<Figure> figures = new ArrayList<>();
        for (Traffic traffic : List.of(Traffic.ALLOWED, Traffic.REFUSED)) {
            String scenario = scenario(traffic);
            figures.add(costs(scores, scenario, FEW, CORE, 8));
            figures.add(costs(scores, scenario, MANY, FEW, 3));
            figures.add(new Figure(scenario + ": " + FEW, "B/op", scores.bytes(scenario, FEW), 200, false, false));
            figures.add(new Figure(scenario + ": " + MANY, "B/op", scores.bytes(scenario, MANY), 200, false, false));
        }
        figures.add(costs(scores, HOSTILE, named(Spelling.COLLIDING), named(Spelling.LONG), 2));
        return figures;
    }

    /** How many times as much one takes as the other, at most. */
    private static Figure costs(Scores scores, String scenario, String one, String other, double most) {
        OptionalDouble times = scores.ratio(scenario, other, one);
        boolean disturbed = scores.disturbed(scenario, one) || scores.disturbed(scenario, other);
        return new Figure(scenario + ": " + one + " against " + other, "times", times, most, false, disturbed);
    }
}
