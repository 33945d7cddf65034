package io.sluice.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/**
 * The core's figures on this machine: speed and allocation beside other limiters, memory a key, and what eviction forgives.
 *
 * <p>Exit status: 0 if it ran, 1 if a contender granted the wrong number of permits, 2 for bad arguments.
 */
public final class BenchCore {
    private BenchCore() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) throws IOException, InterruptedException {
        BenchOptions options;
        try {
            options = BenchOptions.parse(args);
        } catch (OptionValues.UsageException e) {
            err.println("bench: " + e.getMessage());
            err.print(BenchOptions.USAGE);
            return 2;
        }
        if (options.help()) {
            out.print(BenchOptions.USAGE);
            return 0;
        }
        return run(options, new Report(out), err);
    }

    private static int run(BenchOptions options, Report report, PrintStream err)
            throws IOException, InterruptedException {
        List<Trial> trials =
                Trials.all().stream().filter(t -> options.wants(t.name())).toList();
        Rounds rounds = new Rounds(options, err);
        rounds.run(trials);
        report.scores(trials, rounds.scores());
        if (options.wants("memory")) {
            BenchMemory.run(options, report, err);
        }
        List<Figure> figures = new ArrayList<>(Figure.all(rounds.scores()));
        if (options.wants("eviction")) {
            figures.addAll(BenchEviction.run(options, report));
        }
        report.figures(figures);
        if (options.json().isPresent()) {
            write(options.json().get(), rounds.scores().raw());
        }
        rounds.rejected().forEach((trial, reason) -> report.line("rejected: %s: %s", trial.name(), reason));
        return rounds.rejected().isEmpty() ? 0 : 1;
    }

    private static void write(Path file, List<RunResult> results) throws IOException {
        try (PrintStream json = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, json).writeOut(results);
        }
    }
}
