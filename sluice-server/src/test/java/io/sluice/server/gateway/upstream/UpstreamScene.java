package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.rules.RuleSet;
import io.sluice.rules.file.RuleFile;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Upstreams of a rule file, with a clock and a name service in our hands. */
final class UpstreamScene implements AutoCloseable {
    final ManualClock clock = new ManualClock();
    final Loops loops = Loops.start(Loops.Transport.NIO, 1);
    final UpstreamSets sets;

    private UpstreamScene(Names.LookUp lookUp) {
        Duration often = Duration.ofMillis(2);
        this.sets = new UpstreamSets(loops, clock, new Names(lookUp, often, often), Integer.MAX_VALUE);
    }

    static UpstreamScene of(String keys) {
        return of(keys, InetAddress::getAllByName);
    }

    static UpstreamScene of(String keys, Names.LookUp lookUp) {
        UpstreamScene scene = new UpstreamScene(lookUp);
        scene.reload(keys);
        return scene;
    }

    void reload(String keys) {
        sets.replace(rules(keys));
    }

    static RuleSet rules(String keys) {
        RuleFile read = RuleFile.parse(
                "version: 1\nrules: { a: { limit: 1/s } }\n" + keys,
                Path.of("rules.yaml").toAbsolutePath());
        assertThat(read.errors()).isEmpty();
        return Objects.requireNonNull(read.rules());
    }

    Upstream upstream() {
        return Objects.requireNonNull(sets.find("example.com", "/"));
    }

    /** Who gets the next request; {@code -} for nobody. It stays under way. */
    String next() {
        return name(upstream().begin(null));
    }

    static String name(Target target) {
        return target == null ? "-" : target.authority();
    }

    /** A request that is over. */
    void answered(int status) {
        Objects.requireNonNull(upstream().begin(null)).succeeded(status, 1_000);
    }

    TargetState state(int number) {
        return sets.states().get(number);
    }

    List<String> breakers() {
        return sets.states().stream().map(TargetState::breaker).toList();
    }

    @Override
    public void close() {
        sets.close();
        loops.close();
    }
}
