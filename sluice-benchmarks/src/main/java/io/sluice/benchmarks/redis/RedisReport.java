package io.sluice.benchmarks.redis;

import io.sluice.benchmarks.redis.Results.Trial;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Writes tables of what was measured. */
final class RedisReport {
    private final PrintStream out;

    RedisReport(PrintStream out) {
        this.out = out;
    }

    void line(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }

    void speed(List<Trial> trials, Results results) {
        String load = "";
        for (Trial trial : trials) {
            if (!trial.load().name().equals(load)) {
                load = trial.load().name();
                line(
                        "%n%-36s %11s %11s %8s %9s %9s %9s %9s %9s",
                        load,
                        "decisions/s",
                        "fastest",
                        "x INCR",
                        "50% us",
                        "99% us",
                        "commands",
                        "server us",
                        "client us");
            }
            String reason = results.rejected().get(trial);
            if (reason != null) {
                line("  %-34s rejected: %s", trial.entrant().title(), reason);
                continue;
            }
            line(
                    "  %-34s %11s %11s %8s %9s %9s %9s %9s %9s%s",
                    trial.entrant().title(),
                    median(trial, results, Sample::perSecond, 0),
                    number(results.fastest(trial.load(), trial.entrant()), 0),
                    number(results.ratio(trial.load(), trial.entrant(), Entrant.INCR, Sample::perSecond), 3),
                    median(trial, results, Sample::half, 0),
                    median(trial, results, Sample::p99, 0),
                    median(trial, results, Sample::commands, 2),
                    median(trial, results, Sample::serverMicros, 2),
                    median(trial, results, Sample::clientMicros, 2),
                    results.disturbed(trial.load(), trial.entrant()) ? "  disturbed" : "");
        }
    }

    /** A ratio to INCR is what a caller through Lettuce gets; where the server is the bottleneck, its time is. */
    void explainSpeed() {
        line("");
        line("  commands, server us, client us: of a decision; commands in scripts count, us are processor time");
        line(
                "  x INCR: to INCR as Lettuce sends it, one write a command, which costs the client more than Redis. Where many");
        line("  clients keep one Redis busy, compare 'server us' instead.");
    }

    private static String median(Trial trial, Results results, ToDoubleFunction<Sample> what, int digits) {
        return number(results.median(trial.load(), trial.entrant(), what), digits);
    }

    void required(List<Required> figures) {
        line("%n%-84s %9s %12s", "required", "measured", "required");
        for (Required figure : figures) {
            line(
                    "  %-82s %9s %2s %-6s %-6s %s",
                    figure.what(),
                    number(figure.value(), 2),
                    figure.bound().sign(),
                    figure.limit(),
                    figure.unit(),
                    figure.verdict());
        }
    }

    static String number(OptionalDouble value, int digits) {
        return value.isPresent() ? String.format(Locale.ROOT, "%." + digits + "f", value.getAsDouble()) : "-";
    }
}
