package io.sluice.benchmarks.redis;

import io.sluice.benchmarks.redis.Required.Bound;
import io.sluice.benchmarks.redis.Story.Phase;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What {@link Overload} shows, in a table. */
final class OverloadReport {
    private static final Duration TIME = Duration.ofSeconds(10);

    private final RedisReport report;
    private final PrintStream progress;

    OverloadReport(RedisReport report, PrintStream progress) {
        this.report = report;
        this.progress = progress;
    }

    List<Required> run(List<Entrant> entrants) throws IOException {
        report.line(
                "%n%-36s %9s %9s %9s %9s %14s",
                Overload.PROCESSES + " processes, 10 times the limit",
                "seconds",
                "granted",
                "at most",
                "excess",
                "without Redis");
        List<Required> figures = new ArrayList<>();
        for (Entrant entrant : entrants) {
            progress.printf("[overload] %s%n", entrant.title());
            Story story = Overload.run(entrant, TIME);
            report.line(
                    "  %s: %d asked, %d failed, the longest wait %.1f ms",
                    entrant.title(), story.asked(), story.failed(), story.longestMicros() / 1e3);
            for (Phase phase : story.phases()) {
                report.line(
                        "    %-32s %9.2f %9d %9.0f %9d %14d",
                        phase.name(),
                        phase.seconds(),
                        phase.granted(),
                        phase.most(),
                        phase.excess(),
                        phase.fallbacks());
                String what = "granted too much, " + phase.name() + ": " + entrant.title();
                OptionalDouble excess = OptionalDouble.of((double) phase.excess());
                figures.add(new Required(what, "", excess, Bound.AT_MOST, 0, phase.disturbed()));
            }
        }
        return figures;
    }
}
