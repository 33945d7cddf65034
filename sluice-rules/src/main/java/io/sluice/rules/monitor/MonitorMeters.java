package io.sluice.rules.monitor;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.core.CounterMemory;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.reload.Reloads;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * A {@link Monitor} as Micrometer meters. Tags are names of rules, plans and fates, so their number is bounded by the rule file; never keys, addresses or paths.
 *
 * <p>{@code sluice.requests} (rule, plan, outcome), {@code sluice.headroom} (rule, left: up to which share of the limit), {@code sluice.decision} (a timer, of a sample),
 * {@code sluice.keys}, {@code sluice.counter.bytes} and {@code sluice.evictions} of the tables in memory, {@code sluice.reloads} (file, outcome).
 */
public final class MonitorMeters implements MeterBinder {
    private static final Duration[] STEPS = {
        Duration.ofNanos(1_000),
        Duration.ofNanos(10_000),
        Duration.ofNanos(100_000),
        Duration.ofMillis(1),
        Duration.ofMillis(10),
        Duration.ofMillis(100)
    };

    private final Monitor monitor;
    private final RuleEngine engine;

    /** Of an engine and the monitor that watches it. */
    public MonitorMeters(Monitor monitor, RuleEngine engine) {
        this.monitor = monitor;
        this.engine = engine;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sluice.keys", engine, it -> it.memoryUse().keys())
                .description("keys that have counters in memory")
                .strongReference(true)
                .register(registry);
        Gauge.builder("sluice.counter.bytes", CounterMemory::used)
                .description("memory that counters take, those of all rules together")
                .register(registry);
        Gauge.builder("sluice.counter.bytes.max", CounterMemory::limit)
                .description("memory that counters may take: beyond it keys are forgotten")
                .register(registry);
        FunctionCounter.builder("sluice.evictions", engine, it -> it.memoryUse().evictions())
                .description("keys that were forgotten though they were in use")
                .register(registry);
        Reloads.ALL.forEach(reloads -> bind(reloads, registry));
        monitor.listen(new Bound(registry));
    }

    private static void bind(Reloads reloads, MeterRegistry registry) {
        FunctionCounter.builder("sluice.reloads", reloads, Reloads::taken)
                .description("files that changed and were read again")
                .tags("file", reloads.toString(), "outcome", "taken")
                .register(registry);
        FunctionCounter.builder("sluice.reloads", reloads, Reloads::bad)
                .tags("file", reloads.toString(), "outcome", "bad")
                .register(registry);
    }

    private static final class Bound implements Monitor.Listener {
        private final MeterRegistry registry;
        private final Timer decision;

        Bound(MeterRegistry registry) {
            this.registry = registry;
            this.decision = Timer.builder("sluice.decision")
                    .description("how long decisions take, of a sample")
                    .serviceLevelObjectives(STEPS)
                    .register(registry);
        }

        @Override
        public void created(String rule, String plan, Fate fate, LongAdder count) {
            FunctionCounter.builder("sluice.requests", count, LongAdder::sum)
                    .description("requests that a rule has counted, or refused")
                    .tags("rule", rule, "plan", plan, "outcome", fate.toString())
                    .register(registry);
        }

        @Override
        public void created(String rule, RuleCounts counts) {
            if (rule.equals(Monitor.NO_RULE)) {
                return;
            }
            for (int tenth = 0; tenth < RuleCounts.TENTHS; tenth++) {
                FunctionCounter.builder("sluice.headroom", counts.headroom(tenth), LongAdder::sum)
                        .description("decisions by how much of the binding limit they left")
                        .tags("rule", rule, "left", tenth == 9 ? "1.0" : "0." + (tenth + 1))
                        .register(registry);
            }
        }

        @Override
        public void took(long nanos) {
            decision.record(Duration.ofNanos(nanos));
        }
    }
}
