package io.sluice.benchmarks.gateway;

import io.sluice.benchmarks.gateway.Results.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Starts all contenders of a load, warms each up, and lets them take turns: while one is measured the others are idle, and what
 * else the machine does falls on all of them. Then starts them anew, since a virtual machine does not compile the same way each time, and is quicker or slower for it as long as it lives.
 */
final class GatewayRounds {
    private final GatewayOptions options;
    private final Contender.Site site;
    private final PrintStream progress;
    private final Driver driver;
    private final Results results = new Results();
    private int done;
    private int all;

    GatewayRounds(GatewayOptions options, Contender.Site site, PrintStream progress) throws IOException {
        this.options = options;
        this.site = site;
        this.progress = progress;
        this.driver = new Driver(site.folder(), options.connections());
    }

    Results run(List<Trial> trials) throws IOException, InterruptedException {
        all = trials.size() * options.rounds()
                + options.starts() * trials.stream().mapToInt(this::warmUps).sum();
        for (Load load : Load.values()) {
            for (int start = 0; start < options.starts(); start++) {
                takeTurns(trials.stream().filter(trial -> trial.load() == load).toList(), options.roundsOf(start));
            }
        }
        return results;
    }

    private void takeTurns(List<Trial> trials, int rounds) throws IOException, InterruptedException {
        Map<Trial, Measured> servers = new LinkedHashMap<>();
        try {
            for (Trial trial : trials) {
                start(trial).ifPresent(server -> servers.put(trial, server));
            }
            for (Map.Entry<Trial, Measured> each : servers.entrySet()) {
                warmUp(each.getKey(), each.getValue());
            }
            List<Map.Entry<Trial, Measured>> order = new ArrayList<>(servers.entrySet());
            for (int round = 0; round < rounds; round++) {
                Collections.reverse(order);
                for (Map.Entry<Trial, Measured> each : order) {
                    turn(each.getKey(), each.getValue(), true);
                }
            }
        } finally {
            servers.values().forEach(Measured::close);
        }
    }

    private void warmUp(Trial trial, Measured server) throws IOException, InterruptedException {
        for (int i = 0; i < warmUps(trial); i++) {
            turn(trial, server, false);
        }
        if (trial.load() == Load.REFUSED) {
            Refusal.wrong(server.port()).ifPresent(wrong -> results.reject(trial, wrong));
        }
    }

    private int warmUps(Trial trial) {
        return options.warmUps(trial.contender().kind().compiles());
    }

    private Optional<Measured> start(Trial trial) throws InterruptedException {
        try {
            return Optional.of(trial.contender().starting().start(site, trial.load()));
        } catch (IOException e) {
            progress.println(trial.name() + " does not start: " + e.getMessage());
            results.reject(trial, "does not start");
            return Optional.empty();
        }
    }

    private void turn(Trial trial, Measured server, boolean counts) throws IOException, InterruptedException {
        progress.printf(Locale.ROOT, "[%d/%d] %s ... ", ++done, all, trial.name());
        if (results.rejected().containsKey(trial)) {
            progress.println("rejected before");
            return;
        }
        Sample sample = driver.run(trial, server, site.upstream(), options.seconds());
        Optional<String> wrong = wrong(trial.load(), sample, options.seconds());
        if (wrong.isPresent()) {
            results.reject(trial, wrong.get());
        } else if (counts) {
            results.add(trial, sample);
        }
        progress.println(wrong.map(reason -> "rejected: " + reason)
                .orElseGet(() -> String.format(
                        Locale.ROOT,
                        "%.0f a second%s%s",
                        sample.perSecond(),
                        counts ? "" : ", to warm up",
                        sample.disturbed() ? ", disturbed" : "")));
    }

    /** Why the answers are not what they must be. */
    private static Optional<String> wrong(Load load, Sample sample, int seconds) {
        if (sample.failed() > 0) {
            return Optional.of(sample.failed() + " requests failed");
        }
        if (load == Load.REFUSED) {
            long most = load.mostAllowed(seconds + 1.0); // and none at least: HAProxy counts what it refuses
            return sample.allowed() > most
                    ? Optional.of(sample.allowed() + " were allowed in " + seconds + " s, at most " + most + " may be")
                    : Optional.empty();
        }
        return sample.refused() > 0
                ? Optional.of(sample.refused() + " answers were refusals, or errors")
                : Optional.empty();
    }
}
