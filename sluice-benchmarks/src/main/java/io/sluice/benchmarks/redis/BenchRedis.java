package io.sluice.benchmarks.redis;

import io.sluice.benchmarks.OptionValues;
import io.sluice.benchmarks.redis.Results.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The Redis store's figures on this machine, with a Redis of its own: speed beside other limiters, round trips, memory a key,
 * and what is granted while that Redis is gone.
 *
 * <p>Exit status: 0 if it ran, 1 if a contender granted the wrong number of permits, 2 for bad arguments.
 */
public final class BenchRedis {
    private final RedisOptions options;
    private final RedisReport report;
    private final PrintStream progress;
    private final List<Required> figures = new ArrayList<>();
    private final List<String> rejected = new ArrayList<>();

    private BenchRedis(RedisOptions options, PrintStream out, PrintStream progress) {
        this.options = options;
        this.report = new RedisReport(out);
        this.progress = progress;
    }

    /** A table besides the speed. */
    private interface Section {
        List<Required> run() throws IOException, InterruptedException;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        // Lettuce would warn each time that it does not use it.
        System.setProperty("io.lettuce.core.iouring", "false");
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        RedisOptions options;
        try {
            options = RedisOptions.parse(args);
        } catch (OptionValues.UsageException e) {
            err.println("bench: " + e.getMessage());
            err.print(RedisOptions.USAGE);
            return 2;
        }
        if (options.help()) {
            out.print(RedisOptions.USAGE);
            return 0;
        }
        return new BenchRedis(options, out, err).run();
    }

    private int run() throws IOException, InterruptedException {
        speed();
        section("round trips", () -> new RoundTrips(report, progress).run(onRedis()));
        section("memory", () -> new KeyMemory(report).run(onRedis()));
        section(
                "overload",
                () -> new OverloadReport(report, progress).run(List.of(Entrant.SLUICE, Entrant.SLUICE_LEASED)));
        report.required(figures);
        rejected.forEach(reason -> report.line("rejected: %s", reason));
        return rejected.isEmpty() ? 0 : 1;
    }

    private void speed() throws IOException, InterruptedException {
        List<Trial> trials = trials(options);
        Results results = new RedisRounds(options, progress).run(trials);
        if (!trials.isEmpty()) {
            report.speed(trials, results);
            report.explainSpeed();
        }
        figures.addAll(Required.ofSpeed(results));
        results.rejected().forEach((trial, reason) -> rejected.add(trial.name() + ": " + reason));
        if (options.json().isPresent()) {
            write(options.json().get(), results);
        }
    }

    private void section(String name, Section section) throws IOException, InterruptedException {
        if (options.wants(name)) {
            try {
                figures.addAll(section.run());
            } catch (RejectedException e) {
                rejected.add(name + ": " + e.reason());
            }
        }
    }

    static List<Trial> trials(RedisOptions options) {
        return Load.ALL.stream()
                .flatMap(load -> Entrant.in(load).stream().map(entrant -> new Trial(load, entrant)))
                .filter(trial -> options.wants(trial.name()))
                .toList();
    }

    private static List<Entrant> onRedis() {
        return Arrays.stream(Entrant.values()).filter(Entrant::needsRedis).toList();
    }

    private static void write(Path file, Results results) throws IOException {
        List<String> lines = new ArrayList<>();
        results.samples().forEach((trial, samples) -> samples.forEach(sample -> lines.add(sample.json(trial.name()))));
        Files.writeString(file, "[\n" + String.join(",\n", lines) + "\n]\n");
    }
}
