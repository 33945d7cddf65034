package io.sluice.benchmarks.soak;

import io.sluice.testkit.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs everything at once: clients of all kinds, a rule file that changes, and a Redis that dies twice. */
final class Soak {
    private static final int KEEPING = 4;
    private static final int CLOSING = 2;
    private static final int DEATHS = 2;

    private final Duration length;
    private final Duration change;
    private final Path folder;
    private final Consumer<String> progress;
    private final Outcomes outcomes = new Outcomes();

    /**
     * One run.
     *
     * @param change how often the rule file changes
     */
    Soak(Duration length, Duration change, Path folder, Consumer<String> progress) {
        this.length = length;
        this.change = change;
        this.folder = folder;
        this.progress = progress;
    }

    SoakReport run() throws Exception {
        try (RedisServer redis = RedisServer.start();
                SoakUpstream upstream = SoakUpstream.start()) {
            ChangingRules rules = new ChangingRules(folder.resolve("rules.yaml"), redis.url());
            rules.change();
            try (SoakProcess server = SoakProcess.start(rules.file(), upstream.port(), folder.resolve("server.log"));
                    SoakLoad load = new SoakLoad(outcomes)) {
                load.start(clients(server));
                return run(redis, rules, server, load);
            }
        }
    }

    private static List<SoakClient> clients(SoakProcess server) throws IOException {
        URI gateway = server.door("gateway");
        List<SoakClient> clients = new ArrayList<>();
        for (int i = 0; i < KEEPING; i++) {
            clients.add(new KeepingClient(gateway, i));
        }
        for (int i = 0; i < CLOSING; i++) {
            clients.add(new ClosingClient(gateway));
        }
        clients.add(new DecisionClient(server.door("api")));
        clients.add(new RespClient(server.door("resp")));
        clients.add(new Http2Client(gateway));
        return clients;
    }

    private SoakReport run(RedisServer redis, ChangingRules rules, SoakProcess server, SoakLoad load) throws Exception {
        Schedule schedule = new Schedule(length, change);
        Held early = null;
        for (int step = 1; step <= schedule.steps() && server.isAlive(); step++) {
            schedule.await(step);
            rules.change();
            if (step == schedule.early()) {
                early = load.quietly(server::held);
                progress.accept("early: " + early);
            }
            if (schedule.dies(step)) {
                progress.accept("Redis dies");
                redis.kill();
            } else if (schedule.returns(step)) {
                progress.accept("Redis is back");
                redis.restart();
            }
        }
        Held late = server.isAlive() ? load.quietly(server::held) : null;
        progress.accept("late: " + late);
        return new SoakReport(outcomes, early, late, rules.versions(), DEATHS);
    }
}
