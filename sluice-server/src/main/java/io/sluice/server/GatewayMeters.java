package io.sluice.server;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sluice.server.gateway.GatewayCounts;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.upstream.UpstreamSets;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** What comes through the gateway, as meters. */
record GatewayMeters(GatewayCounts counts, UpstreamSets upstreams, AccessLog log) implements MeterBinder {
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
        upstreamConnections(registry);
        FunctionTimer.builder(
                        "sluice.gateway.upstream",
                        counts,
                        GatewayCounts::answeredByTargets,
                        GatewayCounts::targetNanos,
                        TimeUnit.NANOSECONDS)
                .description("answers of targets, and how long they took")
                .register(registry);
    }

    private void upstreamConnections(MeterRegistry registry) {
        Gauge.builder("sluice.gateway.upstream.connections", upstreams, UpstreamSets::connections)
                .description("connections to targets that are open, or being opened")
                .strongReference(true)
                .register(registry);
        Gauge.builder("sluice.gateway.upstream.waiting", upstreams, UpstreamSets::waiting)
                .description("requests that wait for a connection to a target")
                .strongReference(true)
                .register(registry);
        FunctionCounter.builder("sluice.gateway.upstream.refused", upstreams, UpstreamSets::refused)
                .description("requests answered 503 because they got no connection to a target")
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
