package io.sluice.server.gateway.http2;

import io.sluice.core.Clock;
import io.sluice.http.HttpRules;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.upstream.Upstreams;
import io.sluice.server.net.Loops;
import java.util.concurrent.Semaphore;

/** What all requests have in common that take the way of this package. Safe for many threads. */
public final class ObjectPath {
    private final HttpRules rules;
    private final RuleEngine engine;
    private final Clock clock;
    private final Upstreams upstreams;
    private final AccessLog log;
    private final ObjectSettings settings;
    private final Backs backs;
    private final Semaphore waiting;
    private volatile RuleView view;

    /**
     * For one gateway.
     *
     * @param clock the clock of the engine's store
     */
    public ObjectPath(
            HttpRules rules,
            RuleEngine engine,
            Clock clock,
            Upstreams upstreams,
            AccessLog log,
            Loops loops,
            ObjectSettings settings) {
        this.rules = rules;
        this.engine = engine;
        this.clock = clock;
        this.upstreams = upstreams;
        this.log = log;
        this.settings = settings;
        this.backs = new Backs(loops.connecting());
        this.waiting = new Semaphore(settings.mostWaiting());
        this.view = RuleView.of(engine.rules());
    }

    HttpRules rules() {
        return rules;
    }

    Clock clock() {
        return clock;
    }

    Upstreams upstreams() {
        return upstreams;
    }

    AccessLog log() {
        return log;
    }

    ObjectSettings settings() {
        return settings;
    }

    Backs backs() {
        return backs;
    }

    /** Places for requests that are delayed. */
    Semaphore waiting() {
        return waiting;
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
