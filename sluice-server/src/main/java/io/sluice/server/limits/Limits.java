package io.sluice.server.limits;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.core.Clock;
import io.sluice.core.CounterMemory;
import io.sluice.core.MemoryStore;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.redis.RedisStore;
import io.sluice.rules.Capacity;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.Watcher;
import io.sluice.rules.file.BadRulesException;
import io.sluice.rules.file.RuleFile.Problem;
import io.sluice.rules.monitor.Monitor;
import io.sluice.rules.monitor.MonitorMeters;
import io.sluice.rules.reload.RuleFileWatch;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rules in force and all that decisions are made with: one for all doors of a process. */
public final class Limits implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Limits.class.getName());

    private final OpenStore open;
    private final Monitor monitor;
    private final RecentRefusals refusals;
    private final @Nullable RuleFileWatch watch;
    private final RuleEngine engine;
    private final HttpRules http;
    private final PrometheusMeterRegistry meters;
    private final @Nullable SnapshotSaver saver;

    private Limits(RuleSet rules, @Nullable Path file, OpenStore open, @Nullable SnapshotSettings snapshot)
            throws BadRulesException {
        this.open = open;
        Clock clock = open.store().clock();
        this.monitor = new Monitor(clock, Monitor.paidPlans(this::rules));
        this.refusals = new RecentRefusals(clock);
        Watcher watcher = new Watchers(monitor, refusals);
        this.watch =
                file == null ? null : RuleFileWatch.start(file, read -> new RuleEngine(read, open.store(), watcher));
        this.engine = watch == null ? new RuleEngine(rules, open.store(), watcher) : watch.engine();
        this.http = new HttpRules(engine, clock, Cors.NONE);
        if (open.store() instanceof MemoryStore) {
            warn(engine.rules());
            whenTaken(Limits::warn);
        }
        this.meters = Meters.registry(new MonitorMeters(monitor, engine), open);
        open.warmUp(rules);
        this.saver = saver(open, snapshot);
    }

    /** Of counters that do not fit into the heap. */
    private static void warn(RuleSet rules) {
        Capacity.of(rules).doubt(CounterMemory.limit()).ifPresent(doubt -> LOG.log(Level.WARNING, "{0}", doubt));
    }

    /**
     * By a rule file, from now on by what it says whenever it changes.
     *
     * @param rules what the file says
     * @param redis the URL of a Redis to count in, whatever the file says; null: as the file says
     * @throws BadRulesException if the file has become bad since it was read
     * @throws IllegalArgumentException if the URL is none of a Redis, or a list that the file names is bad
     */
    public static Limits watching(Path file, RuleSet rules, @Nullable String redis) throws BadRulesException {
        return watching(file, rules, redis, null);
    }

    /** The same with counters that are saved, if they are in memory. */
    public static Limits watching(Path file, RuleSet rules, @Nullable String redis, @Nullable SnapshotSettings snapshot)
            throws BadRulesException {
        OpenStore open = OpenStore.open(OpenStore.at(redis, rules.store()), Clock.system(), snapshot);
        return closingOnFailure(rules, file, open, snapshot);
    }

    /** By rules that do not change; in memory in the time of this clock. */
    public static Limits fixed(RuleSet rules, @Nullable String redis, Clock clock) {
        return fixed(rules, redis, clock, null);
    }

    /** The same with counters that are saved, if they are in memory. */
    public static Limits fixed(
            RuleSet rules, @Nullable String redis, Clock clock, @Nullable SnapshotSettings snapshot) {
        try {
            OpenStore open = OpenStore.open(OpenStore.at(redis, rules.store()), clock, snapshot);
            return closingOnFailure(rules, null, open, snapshot);
        } catch (BadRulesException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static @Nullable SnapshotSaver saver(OpenStore open, @Nullable SnapshotSettings snapshot) {
        if (snapshot == null) {
            return null;
        }
        if (open.store() instanceof MemoryStore memory) {
            return SnapshotSaver.start(memory, snapshot);
        }
        LOG.log(Level.WARNING, "nothing is saved to {0}: the counters are in Redis, which keeps them", snapshot.file());
        return null;
    }

    private static Limits closingOnFailure(
            RuleSet rules, @Nullable Path file, OpenStore open, @Nullable SnapshotSettings snapshot)
            throws BadRulesException {
        try {
            return new Limits(rules, file, open, snapshot);
        } catch (BadRulesException | RuntimeException e) {
            open.store().close();
            throw e;
        }
    }

    public RuleSet rules() {
        return engine.rules();
    }

    public RuleEngine engine() {
        return engine;
    }

    public HttpRules http() {
        return http;
    }

    public Store store() {
        return open.store();
    }

    /** The store with what it was opened by. */
    public OpenStore openStore() {
        return open;
    }

    public Clock clock() {
        return open.store().clock();
    }

    public Monitor monitor() {
        return monitor;
    }

    public RecentRefusals refusals() {
        return refusals;
    }

    public PrometheusMeterRegistry meters() {
        return meters;
    }

    /** Is told of rules that come into force. */
    public void whenTaken(Consumer<RuleSet> listener) {
        if (watch != null) {
            watch.whenTaken(listener);
        }
    }

    /** Whether there is a file to read again. */
    public boolean reloads() {
        return watch != null;
    }

    /** Reads the rule file now. What is wrong with it; errors mean that the rules before stay in force. */
    public List<Problem> reload() {
        return watch == null ? List.of() : watch.reload();
    }

    /**
     * Whether decisions can be made as they were asked for: not where Redis is away and everything is refused meanwhile. Redis is tried without traffic
     * too, so this changes by itself.
     */
    public boolean decides() {
        RedisStore redis = open.redis();
        return redis == null
                || !open.settings().onFailure().equals("refuse")
                || redis.health().up();
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.close();
        }
        if (saver != null) {
            saver.close();
        }
        engine.close();
        meters.close();
    }
}
