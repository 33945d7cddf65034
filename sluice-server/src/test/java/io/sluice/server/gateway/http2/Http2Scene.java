package io.sluice.server.gateway.http2;

import io.sluice.core.ManualClock;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.gateway.Gateway;
import io.sluice.server.gateway.GatewayCounts;
import io.sluice.server.gateway.GatewaySettings;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.net.Loops;
import io.sluice.server.tls.ServerTls;
import io.sluice.server.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/** A gateway for HTTP/2 clients, on a clock that is moved by hand. */
final class Http2Scene implements AutoCloseable {
    /** 2025-10-10T00:00Z. */
    static final long START = Duration.ofDays(20_371).toNanos();

    final ManualClock clock = new ManualClock(START);
    final Loops loops = Loops.start(Loops.Transport.best(), 1);
    final AccessLines log = new AccessLines();
    final OneUpstream upstream;
    final ObjectPath path;
    final ServerTls tls;
    final RuleEngine engine;
    final Gateway gateway;

    private Http2Scene(String rules, OneUpstream upstream, ObjectSettings settings, TlsFiles files) throws IOException {
        this.upstream = upstream;
        RuleSet read = parse("version: 1\n" + rules);
        engine = new RuleEngine(read, read.store().inMemory(clock));
        HttpRules http = new HttpRules(engine, clock, Cors.NONE);
        path = new ObjectPath(http, engine, clock, upstream, log, new GatewayCounts(), loops, settings);
        tls = files == null
                ? null
                : ServerTls.start(files, ServerTls.Offer.HTTP2_AND_HTTP1, settings.headTime(), loops);
        GatewaySettings told = GatewaySettings.on(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .frontDoor(tls == null ? Http2Door.plain(path) : Http2Door.over(tls, path))
                .handOver(path);
        gateway = Gateway.start(told, http, engine, clock, upstream, log, loops);
    }

    static Http2Scene of(String rules, OneUpstream upstream) throws IOException {
        return new Http2Scene(rules, upstream, ObjectSettings.DEFAULT, null);
    }

    static Http2Scene of(String rules, OneUpstream upstream, ObjectSettings settings) throws IOException {
        return new Http2Scene(rules, upstream, settings, null);
    }

    static Http2Scene withTls(String rules, OneUpstream upstream, TlsFiles files) throws IOException {
        return new Http2Scene(rules, upstream, ObjectSettings.DEFAULT, files);
    }

    static Http2Scene withTls(String rules, OneUpstream upstream, ObjectSettings settings, TlsFiles files)
            throws IOException {
        return new Http2Scene(rules, upstream, settings, files);
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

    FrameClient client() throws IOException {
        return new FrameClient(port());
    }

    @Override
    public void close() {
        gateway.close();
        if (tls != null) {
            tls.close();
        }
        loops.close();
        engine.close();
    }

    /** Keeps a line for each request. */
    static final class AccessLines implements AccessLog {
        final java.util.Queue<String> lines = new java.util.concurrent.ConcurrentLinkedQueue<>();
        /** Why targets failed, and which. */
        final java.util.Queue<String> errors = new java.util.concurrent.ConcurrentLinkedQueue<>();

        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public void log(io.sluice.server.gateway.access.Exchange exchange) {
            if (exchange.error() != null) {
                errors.add(exchange.error() + " "
                        + (exchange.target() == null ? "-" : exchange.target().authority()));
            }
            lines.add(exchange.request().method() + " " + exchange.request().path() + " " + exchange.status() + " "
                    + exchange.bytesIn() + " " + exchange.bytesOut() + " " + exchange.protocol() + " "
                    + (exchange.target() == null ? "-" : "target"));
        }

        @Override
        public void close() {}
    }
}
