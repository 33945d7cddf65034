package io.sluice.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.http.answer.Cors;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;

/** The API on a free port of this machine, under rules given as text, in the time of a clock that stands still unless it is moved. */
public final class ApiScene implements AutoCloseable {
    public final ManualClock clock = new ManualClock();
    public final RuleEngine engine;
    private final Loops loops;
    private final ApiDoor door;

    public ApiScene(String rules) throws IOException {
        this(rules, null);
    }

    /** With another store than memory; null for memory. */
    public ApiScene(String rules, Store other) throws IOException {
        this(rules, other, 2);
    }

    /** On so many threads. */
    ApiScene(String rules, Store other, int threads) throws IOException {
        this(rules, other, threads, 0);
    }

    /** On a port; zero for a free one. */
    ApiScene(String rules, Store other, int threads, int port) throws IOException {
        this.loops = Loops.start(Loops.Transport.best(), threads);
        Store store = other == null ? Store.memory(clock) : other;
        this.engine = new RuleEngine(rules(rules), store);
        HttpRules http = new HttpRules(engine, store.clock(), Cors.NONE);
        this.door = ApiDoor.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                http,
                engine,
                store,
                DoorBounds.none(),
                loops);
    }

    private static RuleSet rules(String text) {
        RuleFile file = RuleFile.parse("version: 1\n" + text, Path.of("rules.yaml"));
        assertThat(file.errors()).isEmpty();
        return Objects.requireNonNull(file.rules());
    }

    public ApiDoor door() {
        return door;
    }

    public int port() {
        return door.address().getPort();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    @Override
    public void close() {
        door.close();
        engine.close();
        loops.close();
    }
}
