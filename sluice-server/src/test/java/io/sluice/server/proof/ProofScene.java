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
import io.sluice.server.gateway.FrontDoor;
import io.sluice.server.gateway.Gateway;
import io.sluice.server.gateway.GatewayCounts;
import io.sluice.server.gateway.GatewaySettings;
import io.sluice.server.gateway.GatewayTimes;
import io.sluice.server.gateway.http2.Http2Door;
import io.sluice.server.gateway.http2.ObjectPath;
import io.sluice.server.gateway.http2.ObjectSettings;
import io.sluice.server.net.Loops;
import io.sluice.server.tls.ServerTls;
import io.sluice.server.tls.TlsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

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

    private ProofScene(
            String rules,
            Clock clock,
            GatewaySettings settings,
            InetSocketAddress target,
            BiFunction<Loops, ObjectPath, FrontDoor> door)
            throws IOException {
        loops = Loops.start(Loops.Transport.best(), 2);
        engine = new RuleEngine(parse(rules), Store.memory(clock));
        HttpRules http = new HttpRules(engine, clock, Cors.NONE);
        OneTarget upstreams = new OneTarget(target);
        ObjectPath objects = new ObjectPath(
                http, engine, clock, upstreams, passed, new GatewayCounts(), loops, ObjectSettings.DEFAULT);
        gateway = Gateway.start(
                settings.frontDoor(door.apply(loops, objects)), http, engine, clock, upstreams, passed, loops);
    }

    static GatewaySettings settings() {
        return GatewaySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** For HTTP/1.1 and HTTP/2, without limits. */
    static ProofScene start(GatewaySettings settings, InetSocketAddress target) throws IOException {
        return new ProofScene(NO_LIMIT, Clock.system(), settings, target, (loops, objects) -> Http2Door.plain(objects));
    }

    /** For HTTP/1.1 and HTTP/2. */
    static ProofScene start(String rules, Clock clock, InetSocketAddress target) throws IOException {
        return new ProofScene(rules, clock, settings(), target, (loops, objects) -> Http2Door.plain(objects));
    }

    /** For HTTP/1.1 and HTTP/2 over TLS. */
    static ProofScene start(String rules, Clock clock, InetSocketAddress target, TlsFiles files) throws IOException {
        return new ProofScene(rules, clock, settings(), target, (loops, objects) -> {
            try {
                return Http2Door.over(
                        ServerTls.start(files, ServerTls.Offer.HTTP2_AND_HTTP1, Duration.ofSeconds(10), loops),
                        objects);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
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

    /** What a count stands at when it has not moved for two seconds. Looking too early would do no harm: the bounds hold at any time. */
    static long restsAt(LongSupplier count) {
        long[] last = {0, System.nanoTime()};
        until("nobody takes any more", () -> {
            long now = count.getAsLong();
            if (now != last[0] || now == 0) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > 2_000_000_000L;
        });
        return last[0];
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
