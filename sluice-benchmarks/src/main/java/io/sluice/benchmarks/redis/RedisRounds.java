package io.sluice.benchmarks.redis;

import io.sluice.benchmarks.redis.Results.Trial;
import io.sluice.testkit.RedisServer;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Runs all trials once a round, each in a new process and with a new Redis. So those of a load take turns, and what else the
 * machine does falls on all of them.
 */
final class RedisRounds {
    private static final long PATIENCE_MINUTES = 5;

    private final RedisOptions options;
    private final PrintStream progress;
    private final Results results = new Results();

    RedisRounds(RedisOptions options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
    }

    Results run(List<Trial> trials) throws IOException, InterruptedException {
        int done = 0;
        for (int round = 1; round <= options.rounds(); round++) {
            for (Trial trial : trials) {
                progress.printf(Locale.ROOT, "[%d/%d] %s ... ", ++done, trials.size() * options.rounds(), trial.name());
                progress.println(results.rejected().containsKey(trial) ? "rejected before" : run(trial));
            }
        }
        return results;
    }

    private String run(Trial trial) throws IOException, InterruptedException {
        try (RedisServer redis = RedisServer.start()) {
            results.add(trial, measureElsewhere(redis.url(), trial));
            return RedisReport.number(results.median(trial.load(), trial.entrant(), Sample::perSecond), 0)
                    + " a second";
        } catch (RejectedException e) {
            results.reject(trial, e.reason());
            return "rejected: " + e.reason();
        }
    }

    private List<Sample> measureElsewhere(String url, Trial trial) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx2g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RedisTrial.class.getName(),
                        url,
                        trial.load().name(),
                        trial.entrant().name(),
                        options.schedule().text())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return answer(process);
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<Sample> answer(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            throw new RejectedException("not done after " + PATIENCE_MINUTES + " minutes");
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.exitValue() != 0) {
            throw new RejectedException(text.isEmpty() ? "exit status " + process.exitValue() : text);
        }
        List<Sample> samples = text.lines().map(Sample::parse).toList();
        if (samples.isEmpty()) {
            throw new RejectedException("it ended without a sample");
        }
        return samples;
    }
}
