package io.sluice.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.server.bounds.ByteBudget;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.settings.ServerSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the clients of each door may hold, and meters of what they do hold. The gateway counts its connections by itself. */
record Bounds(ByteBudget budget, DoorBounds gateway, DoorBounds api, DoorBounds resp, DoorBounds admin)
        implements MeterBinder {
    static Bounds of(ServerSettings settings) {
        ServerSettings.Limits most = settings.limits();
        Duration patience = settings.times().request();
        ByteBudget budget = new ByteBudget(most.memoryBytes());
        return new Bounds(
                budget,
                new DoorBounds(budget, most.connections(), Duration.ZERO),
                new DoorBounds(budget, most.apiConnections(), patience),
                new DoorBounds(budget, most.respConnections(), patience),
                new DoorBounds(budget, most.adminConnections(), patience));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sluice.unfinished.bytes", budget, ByteBudget::held)
                .description("memory that unfinished requests hold")
                .register(registry);
        Gauge.builder("sluice.unfinished.bytes.max", budget, ByteBudget::most)
                .description("the most memory that unfinished requests may hold")
                .register(registry);
        bind(registry, "gateway", gateway);
        bind(registry, "api", api);
        bind(registry, "resp", resp);
        bind(registry, "admin", admin);
        for (Counted door : List.of(new Counted("api", api), new Counted("resp", resp), new Counted("admin", admin))) {
            door.bindTo(registry);
        }
    }

    private static void bind(MeterRegistry registry, String door, DoorBounds bounds) {
        Gauge.builder("sluice.connections.max", bounds, DoorBounds::mostConnections)
                .description("the most connections at a time")
                .tag("door", door)
                .register(registry);
        refused(registry, door, "memory", bounds, DoorBounds::refusedForMemory);
        refused(registry, door, "time", bounds, DoorBounds::refusedForTime);
    }

    private static void refused(
            MeterRegistry registry, String door, String cause, DoorBounds bounds, ToDoubleFunction<DoorBounds> count) {
        FunctionCounter.builder("sluice.unfinished.refused", bounds, count)
                .description("unfinished requests given up, for the memory they held or the time they took")
                .tag("door", door)
                .tag("cause", cause)
                .register(registry);
    }

    /** Connections of a door that leaves counting to its bounds. */
    private record Counted(String door, DoorBounds bounds) implements MeterBinder {
        @Override
        public void bindTo(MeterRegistry registry) {
            Gauge.builder("sluice.connections", bounds, DoorBounds::connections)
                    .description("connections that are open")
                    .tag("door", door)
                    .register(registry);
            FunctionCounter.builder("sluice.connections.refused", bounds, DoorBounds::turnedAway)
                    .description("connections closed at once because there were too many")
                    .tag("door", door)
                    .register(registry);
        }
    }
}
