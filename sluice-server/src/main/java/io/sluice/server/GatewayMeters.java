package io.sluice.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.server.gateway.GatewayCounts;
import io.sluice.server.gateway.access.AccessLog;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What comes through the gateway, as meters. */
record GatewayMeters(GatewayCounts counts, AccessLog log) implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "connections", "connections that are open", GatewayCounts::connections);
        gauge(registry, "requests.active", "requests under way", GatewayCounts::requestsUnderWay);
        counter(registry, "connections.opened", "connections so far", GatewayCounts::connectionsOpened);
        counter(
                registry,
                "connections.refused",
                "connections closed at once because there were too many",
                GatewayCounts::connectionsTurnedAway);
        counter(registry, "requests", "requests so far", GatewayCounts::requests);
        counter(registry, "bytes.in", "bytes of bodies from clients", GatewayCounts::bytesIn);
        counter(registry, "bytes.out", "bytes of bodies to clients", GatewayCounts::bytesOut);
        FunctionCounter.builder("sluice.gateway.access.log.lost", log, AccessLog::dropped)
                .description("lines of the access log that could not be written")
                .register(registry);
        FunctionTimer.builder(
                        "sluice.gateway.upstream",
                        counts,
                        GatewayCounts::answeredByTargets,
                        GatewayCounts::targetNanos,
                        TimeUnit.NANOSECONDS)
                .description("answers of targets, and how long they took")
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String what, ToDoubleFunction<GatewayCounts> count) {
        Gauge.builder("sluice.gateway." + name, counts, count)
                .description(what)
                .strongReference(true)
                .register(registry);
    }

    private void counter(MeterRegistry registry, String name, String what, ToDoubleFunction<GatewayCounts> count) {
        FunctionCounter.builder("sluice.gateway." + name, counts, count)
                .description(what)
                .register(registry);
    }
}
