package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.sluice.core.Clock;
import io.sluice.http.HttpRules;
import io.sluice.http.Verdict;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.server.gateway.GatewayCounts;
import io.sluice.server.gateway.HandOver;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.gateway.upstream.Upstreams;
import io.sluice.server.net.Loops;
import java.util.concurrent.Semaphore;

/** What all requests have in common that take the way of this package. Safe for many threads. */
public final class ObjectPath implements HandOver {
    private final HttpRules rules;
    private final RuleEngine engine;
    private final Clock clock;
    private final Upstreams upstreams;
    private final AccessLog log;
    private final GatewayCounts counts;
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
            GatewayCounts counts,
            Loops loops,
            ObjectSettings settings) {
        this.rules = rules;
        this.engine = engine;
        this.clock = clock;
        this.upstreams = upstreams;
        this.log = log;
        this.counts = counts;
        this.settings = settings;
        this.backs = new Backs(loops.connecting());
        this.waiting = new Semaphore(settings.mostWaiting());
        this.view = RuleView.of(engine.rules());
    }

    @Override
    public void take(
            Channel connection, int requests, ByteBuf bytes, Verdict verdict, Upstream upstream, Target target) {
        connection.config().setAutoRead(false);
        HeadGate gate = new HeadGate(settings.head(), FrontClient.of(connection).peer());
        Decided first = new Decided(verdict, upstream, target, requests);
        Http1Front front = new Http1Front(this, connection, gate, first);
        connection.pipeline().addLast(gate, new HttpServerCodec(codec()), front);
        gate.channelRead(connection.pipeline().context(gate), bytes);
    }

    /** The gate has seen to it that the head is not too large. */
    private HttpDecoderConfig codec() {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(settings.head().head())
                .setMaxHeaderSize(settings.head().head());
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

    GatewayCounts counts() {
        return counts;
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
