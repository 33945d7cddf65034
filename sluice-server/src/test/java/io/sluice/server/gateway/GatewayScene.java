package io.sluice.server.gateway;

import io.sluice.core.Clock;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.net.Loops;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A gateway on a free port in front of a {@link RawUpstream}, with as much or little in between as a test wants. */
final class GatewayScene implements AutoCloseable {
    static final String NO_RULES = "version: 1\nrules:\n  idle: { match: /never, per: ip, limit: 1/day }\n";
    private static final long LOOK_NANOS = Duration.ofMillis(1).toNanos();
    private static final Loops LOOPS = Loops.start(Loops.Transport.best(), 2);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private String rules = NO_RULES;
    private Clock clock = Clock.system();
    private UnaryOperator<Store> store = memory -> memory;
    private AccessLog log = AccessLog.NONE;
    GatewaySettings settings = GatewaySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    final TestUpstream upstreams;
    private @Nullable Gateway gateway;

    private GatewayScene(TestUpstream upstreams) {
        this.upstreams = upstreams;
    }

    static GatewayScene inFrontOf(RawUpstream upstream) {
        GatewayScene scene = inFrontOf(upstream.address());
        scene.open.push(upstream);
        return scene;
    }

    static GatewayScene inFrontOf(InetSocketAddress... addresses) {
        return new GatewayScene(new TestUpstream(addresses));
    }

    GatewayScene rules(String text) {
        rules = text;
        return this;
    }

    GatewayScene clock(Clock other) {
        clock = other;
        return this;
    }

    /** Puts another store around that in memory. */
    GatewayScene store(UnaryOperator<Store> other) {
        store = other;
        return this;
    }

    GatewayScene log(AccessLog other) {
        log = other;
        return this;
    }

    GatewayScene times(GatewayTimes times) {
        settings = settings.times(times);
        return this;
    }

    GatewayScene settings(GatewaySettings other) {
        settings = other;
        return this;
    }

    GatewayScene start() {
        RuleEngine engine = new RuleEngine(parse(rules), store.apply(Store.memory(clock)));
        open.push(engine);
        try {
            gateway = Gateway.start(
                    settings, new HttpRules(engine, clock, Cors.NONE), engine, clock, upstreams, log, LOOPS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open.push(gateway);
        return this;
    }

    private static RuleSet parse(String text) {
        RuleFile file = RuleFile.parse(text, Path.of("rules.yaml"));
        if (file.rules() == null) {
            throw new AssertionError(file.problems());
        }
        return file.rules();
    }

    Gateway gateway() {
        if (gateway == null) {
            throw new IllegalStateException("not started");
        }
        return gateway;
    }

    int port() {
        return gateway().address().getPort();
    }

    RawHttp client() {
        return RawHttp.to(port());
    }

    RawClient connect() {
        return RawClient.to(port());
    }

    /** Waits for something that comes sooner or later. */
    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        until("every target told how it went, of " + upstreams.told, () -> upstreams.underWay.get() == 0);
    }
}
