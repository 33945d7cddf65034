package io.sluice.benchmarks;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs all trials once a round, each in a new process. So the contenders of a scenario take turns, and what else the machine
 * does falls on all of them.
 */
final class Rounds {
    /** Java compiles for up to a second: until then, three limits on a key allocate 3 B a decision, and nothing afterwards. */
    private static final int QUICK_WARMUPS = 5;

    private final BenchOptions options;
    private final PrintStream progress;
    private final Scores scores = new Scores();
    private final Map<Trial, String> rejected = new LinkedHashMap<>();

    Rounds(BenchOptions options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
    }

    void run(List<Trial> trials) {
        int done = 0;
        for (int round = 1; round <= options.rounds(); round++) {
            for (Trial trial : trials) {
                progress.printf(Locale.ROOT, "[%d/%d] %s ... ", ++done, trials.size() * options.rounds(), trial.name());
                progress.println(rejected.containsKey(trial) ? "rejected before" : run(trial));
            }
        }
    }

    private String run(Trial trial) {
        try {
            scores.add(trial, new Runner(jmh(trial), silence()).run());
            return String.format(Locale.ROOT, "%.1f ns", scores.nanos(trial).orElseThrow());
        } catch (RunnerException e) {
            scores.forget(trial);
            rejected.put(trial, reason(e));
            return "rejected: " + reason(e);
        }
    }

    /** What the measured processes print, such as warnings of newer Javas, must not get among the tables. */
    private static OutputFormat silence() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT);
    }

    /** What went wrong in the other process, which JMH hands over as a suppressed exception of the cause. */
    private static String reason(RunnerException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        Throwable first = cause.getSuppressed().length > 0 ? cause.getSuppressed()[0] : cause;
        return String.valueOf(first.getMessage());
    }

    private Options jmh(Trial trial) {
        boolean quick = options.quick();
        TimeValue time = quick ? TimeValue.milliseconds(300) : TimeValue.seconds(1);
        ChainedOptionsBuilder builder = new OptionsBuilder()
                .include(trial.include())
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .threads(trial.threads())
                .forks(1)
                .warmupIterations(quick ? QUICK_WARMUPS : 3)
                .warmupTime(time)
                .measurementIterations(quick ? 2 : 5)
                .measurementTime(time)
                .addProfiler(GCProfiler.class)
                .addProfiler(ProcessorTime.class)
                .shouldFailOnError(true)
                .jvm(options.java())
                .jvmArgs("-Xms2g", "-Xmx2g");
        trial.params().forEach(builder::param);
        return builder.build();
    }

    Scores scores() {
        return scores;
    }

    /** Trials that granted the wrong number, or did not end, and why. They have no score. */
    Map<Trial, String> rejected() {
        return rejected;
    }
}
