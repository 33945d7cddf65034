package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.rules.Attribute;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MonitorMetersTest {
    private static final int MOST_KEYS = 64;

    private final ManualClock clock = new ManualClock();
    private final Monitor monitor = new Monitor(clock, plan -> false);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RuleEngine engine =
            new RuleEngine(rules("api: { per: user, limit: 1/h }"), Store.memory(clock, MOST_KEYS));

    private static RuleSet rules(String rule) {
        String text = "version: 1\nclients: { user: { query: user } }\nrules:\n  " + rule + "\n";
        return Objects.requireNonNull(
                RuleFile.parse(text, Path.of("rules.yaml")).rules());
    }

    private double requests(String rule, String plan, String outcome) {
        return registry.get("sluice.requests")
                .tags("rule", rule, "plan", plan, "outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void countsBeforeAndAfterBindingAreSeen() {
        monitor.decided(Told.allowed(50, "ip:1", "api"), "free", clock.nanos());
        new MonitorMeters(monitor, engine).bindTo(registry);
        monitor.decided(Told.allowed(50, "ip:1", "api"), "free", clock.nanos());
        monitor.decided(Told.refused("ip:1", "login"), null, clock.nanos());
        monitor.took(TimeUnit.MICROSECONDS.toNanos(5));
        assertThat(requests("api", "free", "allowed")).isEqualTo(2);
        assertThat(requests("login", "none", "refused")).isEqualTo(1);
        assertThat(registry.get("sluice.headroom")
                        .tags("rule", "api", "left", "0.6")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("sluice.headroom")
                        .tags("rule", "login", "left", "0.1")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("sluice.decision").timer().totalTime(TimeUnit.MICROSECONDS))
                .isEqualTo(5);
        assertThat(registry.get("sluice.reloads")
                        .tags("file", "rules", "outcome", "bad")
                        .functionCounter()
                        .count())
                .isNotNegative();
    }

    @Test
    void tellsOfTheTablesInMemory() {
        new MonitorMeters(monitor, engine).bindTo(registry);
        assertThat(keys()).isZero();
        decideAbout(3);
        assertThat(keys()).isEqualTo(3);
        assertThat(evictions()).isZero();
        decideAbout(10 * MOST_KEYS);
        assertThat(keys()).isBetween(MOST_KEYS / 2.0, 2.0 * MOST_KEYS);
        assertThat(evictions()).isBetween(7.0 * MOST_KEYS, 10.0 * MOST_KEYS);
        double before = evictions();
        engine.replace(rules("other: { per: user, limit: 1/h }"));
        assertThat(keys()).isZero();
        assertThat(evictions()).as("a counter never falls").isEqualTo(before);
    }

    @Test
    void tellsWhatCountersTakeAndMayTake() {
        new MonitorMeters(monitor, engine).bindTo(registry);
        assertThat(registry.get("sluice.counter.bytes").gauge().value()).isGreaterThan(1_000);
        assertThat(registry.get("sluice.counter.bytes.max").gauge().value())
                .isEqualTo((double) io.sluice.core.CounterMemory.limit());
    }

    private void decideAbout(int users) {
        for (int i = 0; i < users; i++) {
            String user = "user" + i;
            engine.decide(attribute -> attribute.equals(Attribute.USER) ? user : null)
                    .toCompletableFuture()
                    .join();
        }
    }

    private double keys() {
        return registry.get("sluice.keys").gauge().value();
    }

    private double evictions() {
        return registry.get("sluice.evictions").functionCounter().count();
    }

    @Test
    void tagsAreBoundedHoweverManyKeysCome() {
        new MonitorMeters(monitor, engine).bindTo(registry);
        monitor.decided(Told.allowed(50, "ip:1", "api"), "free", clock.nanos());
        monitor.decided(Told.refused("ip:1", "api"), "free", clock.nanos());
        int meters = registry.getMeters().size();
        for (int i = 0; i < 100_000; i++) {
            monitor.decided(Told.allowed(i % 100, "ip:" + i, "api"), "free", clock.nanos());
            monitor.decided(Told.refused("user:" + i, "api"), "free", clock.nanos());
        }
        assertThat(registry.getMeters()).hasSize(meters);
        assertThat(registry.getMeters().stream()
                        .map(Meter::getId)
                        .flatMap(id -> id.getTags().stream())
                        .map(Tag::getKey)
                        .collect(Collectors.toSet()))
                .as("le: the steps of the timer")
                .containsExactlyInAnyOrder("rule", "plan", "outcome", "left", "file", "le");
    }
}
