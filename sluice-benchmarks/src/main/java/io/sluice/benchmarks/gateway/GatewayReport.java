package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.gateway.Contender.Kind;
import io.sluice.benchmarks.gateway.Results.Trial;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Writes tables of what was measured. */
final class GatewayReport {
    private final PrintStream out;

    GatewayReport(PrintStream out) {
        this.out = out;
    }

    void line(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }

    void speed(List<Trial> trials, Results results) {
        Optional<Load> load = Optional.empty();
        for (Trial trial : trials) {
            if (load.isEmpty() || load.get() != trial.load()) {
                load = Optional.of(trial.load());
                line(
                        "%n%-40s %11s %10s %7s %8s %8s %7s %8s %7s %8s %6s %8s %9s %9s",
                        trial.load().title(),
                        "requests/s",
                        "fastest",
                        "x peer",
                        "50% us",
                        "99% us",
                        "x peer",
                        "cpu us",
                        "x peer",
                        "rest us",
                        "idle",
                        "B/req",
                        "allowed",
                        "refused");
            }
            row(trial, results);
        }
        line("");
        line(
                "  x peer: to the quickest nginx; of authorize to nginx that returns 200, of Redis commands to INCR, of gRPC calls to empty ones");
        line("  disturbed: other programs took more than a tenth of the processors in at least half of the rounds");
        line("  medians of the rounds; cpu us: processor time of the contender, with its children, a request;");
        line(
                "  rest us: of who sends the requests and of the upstream; idle: the share of the processors that nobody used");
    }

    private void row(Trial trial, Results results) {
        Optional<Trial> peer = results.best(trial.load(), peer(trial.load()));
        line(
                "  %-38s %11s %10s %7s %8s %8s %7s %8s %7s %8s %6s %8s %9s %9s%s",
                trial.contender().title(),
                number(results.median(trial, Sample::perSecond), 0),
                number(results.fastest(trial), 0),
                number(results.ratio(trial, peer, Sample::perSecond), 2),
                number(results.median(trial, Sample::half), 0),
                number(results.median(trial, Sample::p99), 0),
                number(results.ratio(trial, peer, Sample::p99), 2),
                number(results.median(trial, Sample::cpuMicros), 2),
                number(results.ratio(trial, peer, Sample::cpuMicros), 2),
                number(results.median(trial, sample -> sample.cost().restMicros()), 2),
                number(results.median(trial, sample -> sample.cost().idle()), 3),
                number(allocated(trial, results), 0),
                number(results.median(trial, Sample::allowed), 0),
                number(results.median(trial, Sample::refused), 0),
                results.disturbed(trial) ? "  disturbed" : "");
    }

    private static OptionalDouble allocated(Trial trial, Results results) {
        return trial.contender().kind().isSluice()
                ? results.median(trial, sample -> sample.cost().allocated().orElse(0))
                : OptionalDouble.empty();
    }

    private static Kind peer(Load load) {
        return switch (load) {
            case ALLOWED, REFUSED -> Kind.NGINX;
            case AUTHORIZE -> Kind.NGINX_ALONE;
            case COMMANDS -> Kind.REDIS;
            case CALLS -> Kind.GRPC_ALONE;
        };
    }

    void wanted(List<Wanted> figures) {
        line("%n%-98s %9s %10s", "must reach", "measured", "wanted");
        for (Wanted figure : figures) {
            line(
                    "  %-96s %9s %2s %-6s %s",
                    figure.what(),
                    number(figure.value(), 2),
                    figure.atLeast() ? ">=" : "<=",
                    figure.bound(),
                    figure.verdict());
        }
    }

    private static String number(OptionalDouble value, int digits) {
        return value.isPresent() ? String.format(Locale.ROOT, "%." + digits + "f", value.getAsDouble()) : "-";
    }
}
