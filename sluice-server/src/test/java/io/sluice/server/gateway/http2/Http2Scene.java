package io.sluice.server.gateway.http2;

import io.sluice.core.ManualClock;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.gateway.BareDoor;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.net.Loops;
import java.io.IOException;
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
    final Http2Door door;
    final RuleEngine engine;
    private final BareDoor listener;

    private Http2Scene(String rules, OneUpstream upstream, ObjectSettings settings) {
        this.upstream = upstream;
        RuleSet read = parse("version: 1\n" + rules);
        engine = new RuleEngine(read, read.store().inMemory(clock));
        path = new ObjectPath(new HttpRules(engine, clock, Cors.NONE), engine, clock, upstream, log, loops, settings);
        door = Http2Door.plain(path);
        listener = BareDoor.open(loops, door);
    }

    static Http2Scene of(String rules, OneUpstream upstream) {
        return new Http2Scene(rules, upstream, ObjectSettings.DEFAULT);
    }

    static Http2Scene of(String rules, OneUpstream upstream, ObjectSettings settings) {
        return new Http2Scene(rules, upstream, settings);
    }

    private static RuleSet parse(String text) {
        RuleFile file = RuleFile.parse(text, Path.of("rules.yaml"));
        if (file.rules() == null) {
            throw new AssertionError(file.problems());
        }
        return file.rules();
    }

    int port() {
        return listener.port();
    }

    FrameClient client() throws IOException {
        return new FrameClient(port());
    }

    @Override
    public void close() {
        listener.close();
        loops.close();
        engine.close();
    }

    /** Keeps a line for each request. */
    static final class AccessLines implements AccessLog {
        final java.util.Queue<String> lines = new java.util.concurrent.ConcurrentLinkedQueue<>();

        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public void log(io.sluice.server.gateway.access.Exchange exchange) {
            lines.add(exchange.request().method() + " " + exchange.request().path() + " " + exchange.status() + " "
                    + exchange.bytesIn() + " " + exchange.bytesOut() + " " + exchange.protocol() + " "
                    + (exchange.target() == null ? "-" : "target"));
        }

        @Override
        public void close() {}
    }
}
