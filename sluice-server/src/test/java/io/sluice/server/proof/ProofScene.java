package io.sluice.server.proof;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.sluice.core.Clock;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.gateway.Gateway;
import io.sluice.server.gateway.GatewaySettings;
import io.sluice.server.gateway.GatewayTimes;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A gateway in this process, in front of one server. */
final class ProofScene implements AutoCloseable {
    static final String NO_LIMIT = "version: 1\nrules:\n  idle: { match: /never, per: ip, limit: 1/day }\n";
    /** Gives up soon, so that a client that waits for the end of the connection need not wait long. */
    static final GatewayTimes HASTY = new GatewayTimes(1_500, 1_000, 1_500, 1_000, 500);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

    final Passed passed = new Passed();
    final Gateway gateway;
    private final Loops loops;
    private final RuleEngine engine;

    private ProofScene(String rules, Clock clock, GatewaySettings settings, InetSocketAddress target)
            throws IOException {
        loops = Loops.start(Loops.Transport.best(), 2);
        engine = new RuleEngine(parse(rules), Store.memory(clock));
        gateway = Gateway.start(
                settings, new HttpRules(engine, clock, Cors.NONE), engine, clock, new OneTarget(target), passed, loops);
    }

    static GatewaySettings settings() {
        return GatewaySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    static ProofScene start(GatewaySettings settings, InetSocketAddress target) throws IOException {
        return new ProofScene(NO_LIMIT, Clock.system(), settings, target);
    }

    static ProofScene start(String rules, Clock clock, InetSocketAddress target) throws IOException {
        return new ProofScene(rules, clock, settings(), target);
    }

    private static RuleSet parse(String text) {
        RuleFile file = RuleFile.parse(text, Path.of("rules.yaml"));
        if (file.rules() == null) {
            throw new AssertionError(file.problems());
        }
        return file.rules();
    }

    int port() {
        return gateway.address().getPort();
    }

    /** Waits for something that comes sooner or later. */
    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Bytes outside the heap that buffers of Netty hold now, pools included. */
    static long directMemory() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    @Override
    public void close() {
        gateway.close();
        engine.close();
        loops.close();
    }
}
