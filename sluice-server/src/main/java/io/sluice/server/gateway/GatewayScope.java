package io.sluice.server.gateway;

import io.sluice.core.Clock;
import io.sluice.http.HttpRules;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.upstream.Upstreams;
import java.util.concurrent.Semaphore;

/** What all connections of a gateway have in common. Safe for many threads. */
final class GatewayScope {
    final GatewaySettings settings;
    final HttpRules rules;
    final Clock clock;
    final Upstreams upstreams;
    final AccessLog log;
    final GatewayCounts counts;
    final Semaphore delayed;
    /** From {@link Draining#SOON} on. */
    volatile boolean draining;
    /** From {@link Draining#NOW} on. */
    volatile boolean closing;

    private final RuleEngine engine;
    private volatile RuleView view;

    GatewayScope(
            GatewaySettings settings,
            HttpRules rules,
            RuleEngine engine,
            Clock clock,
            Upstreams upstreams,
            AccessLog log) {
        this.settings = settings;
        this.counts = settings.counts();
        this.rules = rules;
        this.engine = engine;
        this.clock = clock;
        this.upstreams = upstreams;
        this.log = log;
        this.delayed = new Semaphore(settings.limits().delayed());
        this.view = RuleView.of(engine.rules());
    }

    @SuppressWarnings("ReferenceEquality") // other rules are another object, and comparing them would take long
    RuleView view() {
        RuleView current = view;
        RuleSet now = engine.rules();
        if (current.rules() != now) {
            current = RuleView.of(now);
            view = current;
        }
        return current;
    }
}
