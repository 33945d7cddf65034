package io.sluice.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Writes tables of what was measured. */
final class Report {
    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    void line(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }

    void scores(List<Trial> trials, Scores scores) {
        scores(trials, scores, Trials.BUCKET4J);
    }

    /** With how many times as fast as this one each contender is. */
    void scores(List<Trial> trials, Scores scores, String against) {
        String scenario = "";
        for (Trial trial : trials) {
            if (!trial.scenario().equals(scenario)) {
                scenario = trial.scenario();
                line(
                        "%n%-44s %9s %9s %11s %9s %11s %8s",
                        scenario, "ns/op", "fastest", heading(against), "cpu ns", heading(against), "B/op");
            }
            OptionalDouble ratio = scores.ratio(scenario, trial.contender(), against);
            line(
                    "  %-42s %9s %9s %11s %9s %11s %8s%s",
                    trial.contender(),
                    number(scores.nanos(trial), 1),
                    number(scores.fastest(trial), 1),
                    number(ratio, 2),
                    number(scores.processorNanos(trial), 1),
                    number(scores.processorRatio(scenario, trial.contender(), against), 2),
                    number(scores.bytes(trial), 1),
                    scores.disturbed(trial) ? "  disturbed" : "");
        }
    }

    /** As long as its column is wide. */
    private static String heading(String against) {
        return "x " + (against.length() > 9 ? "the first" : against);
    }

    void figures(List<Figure> figures) {
        line("%n%-84s %9s %12s", "required", "measured", "required");
        figures.forEach(this::figure);
    }

    private void figure(Figure figure) {
        line(
                "  %-82s %9s %2s %-6s %-5s %s",
                figure.what(),
                number(figure.value(), figure.required() < 0.1 ? 4 : 2),
                figure.atLeast() ? ">=" : "<=",
                figure.required(),
                figure.unit(),
                figure.verdict());
    }

    private static String number(OptionalDouble value, int digits) {
        return value.isPresent() ? String.format(Locale.ROOT, "%." + digits + "f", value.getAsDouble()) : "-";
    }
}
