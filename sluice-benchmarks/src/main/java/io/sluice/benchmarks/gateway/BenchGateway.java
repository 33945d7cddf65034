package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.OptionValues;
import io.sluice.benchmarks.gateway.Contender.Kind;
import io.sluice.benchmarks.gateway.Contender.Site;
import io.sluice.benchmarks.gateway.Results.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The server's figures on this machine, with those that people would use instead in front of the same nginx.
 *
 * <p>Exit status: 0 if it ran, 1 if a contender answered wrongly, 2 for bad arguments or a program that is missing.
 */
public final class BenchGateway {
    private final GatewayOptions options;
    private final GatewayReport report;
    private final PrintStream progress;

    private BenchGateway(GatewayOptions options, PrintStream out, PrintStream progress) {
        this.options = options;
        this.report = new GatewayReport(out);
        this.progress = progress;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        try {
            GatewayOptions options = GatewayOptions.parse(args);
            if (options.help()) {
                out.print(GatewayOptions.USAGE);
                return 0;
            }
            return new BenchGateway(options, out, err).run();
        } catch (OptionValues.UsageException e) {
            err.println("bench: " + e.getMessage());
            err.print(GatewayOptions.USAGE);
            return 2;
        } catch (Programs.MissingException e) {
            err.println("bench: " + e.getMessage());
            return 2;
        }
    }

    private int run() throws IOException, InterruptedException {
        List<Trial> wanted = trials(options);
        need(wanted);
        Optional<Path> modules =
                wanted.stream().anyMatch(BenchGateway::needsNode) ? Node.modules(progress) : Optional.empty();
        List<Trial> trials = wanted.stream()
                .filter(trial -> modules.isPresent() || !needsNode(trial))
                .toList();
        Path folder = Files.createTempDirectory("sluice-bench");
        try (Measured upstream = Nginx.upstream(folder)) {
            Site site = new Site(folder, upstream, modules);
            return tell(trials, new GatewayRounds(options, site, progress).run(trials));
        } finally {
            delete(folder);
        }
    }

    private int tell(List<Trial> trials, Results results) throws IOException {
        report.speed(trials, results);
        report.wanted(Wanted.of(results));
        results.rejected().forEach((trial, reason) -> report.line("rejected: %s: %s", trial.name(), reason));
        if (options.json().isPresent()) {
            write(options.json().get(), results);
        }
        if (options.plot().isPresent()) {
            Files.writeString(options.plot().get(), Plot.of(results));
        }
        return results.rejected().isEmpty() ? 0 : 1;
    }

    static List<Trial> trials(GatewayOptions options) {
        return Stream.of(Load.values())
                .flatMap(load -> Contender.ALL.stream()
                        .filter(each -> each.loads().contains(load))
                        .map(each -> new Trial(load, each)))
                .filter(trial -> options.wants(trial.name()))
                .toList();
    }

    private static boolean needsNode(Trial trial) {
        return trial.contender().kind() == Kind.NODE;
    }

    private static void need(List<Trial> trials) {
        List<String> programs = new ArrayList<>(List.of("nginx"));
        if (trials.stream().anyMatch(trial -> trial.load() != Load.COMMANDS && trial.load() != Load.CALLS)) {
            programs.add("wrk");
        }
        if (trials.stream().anyMatch(trial -> trial.load() == Load.COMMANDS)) {
            programs.add("redis-benchmark");
        }
        if (trials.stream().anyMatch(trial -> trial.contender().kind() == Kind.HAPROXY)) {
            programs.add("haproxy");
        }
        Programs.need(programs.toArray(String[]::new));
    }

    private static void write(Path file, Results results) throws IOException {
        List<String> lines = new ArrayList<>();
        results.samples()
                .forEach((trial, samples) -> samples.forEach(sample -> lines.add(
                        sample.json(trial.load().title(), trial.contender().title()))));
        Files.writeString(file, "[\n" + String.join(",\n", lines) + "\n]\n");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
