package io.sluice.rules.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.core.ManualClock;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MonitorMetersTest {
    private final Monitor monitor = new Monitor(new ManualClock(), plan -> false);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double requests(String rule, String plan, String outcome) {
        return registry.get("sluice.requests")
                .tags("rule", rule, "plan", plan, "outcome", outcome)
                .functionCounter()
                .count();
    }

    @Test
    void countsBeforeAndAfterBindingAreSeen() {
        monitor.decided(Told.allowed(50, "ip:1", "api"), "free");
        new MonitorMeters(monitor, () -> 42, () -> 7).bindTo(registry);
        monitor.decided(Told.allowed(50, "ip:1", "api"), "free");
        monitor.decided(Told.refused("ip:1", "login"), null);
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
        assertThat(registry.get("sluice.keys").gauge().value()).isEqualTo(42);
        assertThat(registry.get("sluice.evictions").functionCounter().count()).isEqualTo(7);
        assertThat(registry.get("sluice.reloads")
                        .tags("file", "rules", "outcome", "bad")
                        .functionCounter()
                        .count())
                .isNotNegative();
    }

    @Test
    void tagsAreBoundedHoweverManyKeysCome() {
        new MonitorMeters(monitor, () -> 0, () -> 0).bindTo(registry);
        monitor.decided(Told.allowed(50, "ip:1", "api"), "free");
        monitor.decided(Told.refused("ip:1", "api"), "free");
        int meters = registry.getMeters().size();
        for (int i = 0; i < 100_000; i++) {
            monitor.decided(Told.allowed(i % 100, "ip:" + i, "api"), "free");
            monitor.decided(Told.refused("user:" + i, "api"), "free");
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
