package io.sluice.rules.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rules.RouteSettings;
import io.sluice.rules.RuleSet;
import io.sluice.rules.ServerSection;
import io.sluice.rules.TargetSettings;
import io.sluice.rules.TargetSettings.Scheme;
import io.sluice.rules.UpstreamSettings;
import io.sluice.rules.UpstreamSettings.Balance;
import io.sluice.rules.UpstreamSettings.Breaker;
import io.sluice.rules.UpstreamSettings.Health;
import io.sluice.rules.UpstreamSettings.Times;
import io.sluice.rules.UpstreamSettings.Tls;
import io.sluice.rules.match.PathPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is read of {@code upstreams}, {@code routes} and {@code server}: every key, none at its default; and nothing at all. */
class ServerPartsTest {
    private static final RuleFile READ = RuleFile.read(Fixtures.VALID.resolve("every-key.yaml"));

    private static RuleSet rules() {
        assertThat(READ.errors()).isEmpty();
        return READ.rules();
    }

    private static RuleSet parsed(String keys) {
        RuleFile read = RuleFile.parse(
                "{ version: 1, rules: { a: { limit: 1/s } }" + keys + " }", Fixtures.VALID.resolve("rules.yaml"));
        assertThat(read.errors()).isEmpty();
        return read.rules();
    }

    private static Path file(String name) {
        return Fixtures.VALID.resolve(name);
    }

    @Test
    void upstream() {
        assertThat(rules().upstreams().get(0))
                .isEqualTo(new UpstreamSettings(
                        "app",
                        List.of(
                                new TargetSettings(Scheme.HTTP, "10.0.0.5", 8080, "10.0.0.5:8080"),
                                new TargetSettings(Scheme.HTTPS, "app.internal", 443, "app.internal"),
                                new TargetSettings(Scheme.H2C, "127.0.0.1", 9001, "127.0.0.1:9001"),
                                new TargetSettings(Scheme.H2, "::1", 8443, "[::1]:8443")),
                        Balance.LEAST_CONNECTIONS,
                        new Health("/healthz", Duration.ofSeconds(2), Duration.ofMillis(500), 3, 2, 200, 299),
                        new Breaker(25, 50, 10, Duration.ofSeconds(30)),
                        2,
                        new Times(
                                Duration.ofMillis(500),
                                Duration.ofMinutes(5),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(4),
                                Duration.ofDays(1)),
                        new UpstreamSettings.Limits(200, 100, Duration.ofMillis(500)),
                        new Tls(file("ca.pem"), file("client.pem"), file("client.key"), "app.internal", false),
                        "target"));
    }

    @Test
    void upstreamByItsUrlAloneIsAsUsual() {
        assertThat(rules().upstreams().get(1))
                .isEqualTo(UpstreamSettings.of("web", TargetSettings.parse("http://127.0.0.1:9000")));
    }

    @Test
    void healthAndBreakerWithTheirDefaults() {
        UpstreamSettings old = rules().upstreams().get(2);
        assertThat(old.targets().get(0).port()).isEqualTo(80);
        assertThat(old.health())
                .isEqualTo(new Health("/", Duration.ofMillis(500), Duration.ofSeconds(1), 2, 3, 204, 204));
        assertThat(old.breaker()).isEqualTo(Breaker.USUAL);
        UpstreamSettings few = parsed(
                        ", upstreams: { a: { targets: [http://a], breaker: { of: 5 }, health: { path: /h } } }")
                .upstreams()
                .get(0);
        assertThat(few.breaker()).isEqualTo(new Breaker(50, 5, 5, Duration.ofSeconds(10)));
        assertThat(few.health())
                .isEqualTo(new Health("/h", Duration.ofSeconds(5), Duration.ofSeconds(1), 2, 3, 200, 399));
        assertThat(parsed(", upstreams: { a: { targets: [http://a], breaker: off } }")
                        .upstreams()
                        .get(0)
                        .breaker())
                .isNull();
    }

    @Test
    void routes() {
        assertThat(rules().routes())
                .containsExactly(
                        new RouteSettings("api.example.com", PathPattern.parse("/v1/**"), "app"),
                        new RouteSettings(null, PathPattern.parse("/old/**"), "old"),
                        new RouteSettings(null, null, "web"));
    }

    @Test
    void server() {
        assertThat(rules().server())
                .isEqualTo(new ServerSection(
                        "0.0.0.0",
                        80,
                        8091,
                        6390,
                        9091,
                        new ServerSection.Admin("10.0.0.1", "s3cret-s3cret-s3cret"),
                        new ServerSection.Resp("s3cret"),
                        new ServerSection.Tls(file("cert.pem"), file("key.pem"), file("ca.pem")),
                        false,
                        List.of("10.0.0.0/8"),
                        file("access.jsonl").toString(),
                        "json",
                        "nio",
                        2,
                        Duration.ofSeconds(30),
                        new ServerSection.Snapshot(file("counters.snapshot"), Duration.ofSeconds(20)),
                        new ServerSection.Times(
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(75),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(7)),
                        new ServerSection.Limits(
                                50_000,
                                100,
                                4_000,
                                3_000,
                                20,
                                3L << 30,
                                32 << 10,
                                50,
                                250,
                                10_000,
                                8_192,
                                700L << 20)));
        assertThat(rules().toString()).doesNotContain("s3cret-s3cret", "password=");
        assertThat(parsed(", server: { access-log: stdout }").server().accessLog())
                .isEqualTo(ServerSection.STDOUT);
    }

    @Test
    void nothingIsSaidWhereNothingIsWritten() {
        RuleSet rules = parsed("");
        assertThat(rules.server()).isEqualTo(ServerSection.EMPTY);
        assertThat(rules.upstreams()).isEmpty();
        assertThat(rules.routes()).isEmpty();
        assertThat(parsed(", server: { admin: {}, resp: {}, timeouts: {}, limits: {} }")
                        .server())
                .isEqualTo(ServerSection.EMPTY);
    }
}
