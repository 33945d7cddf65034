package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.tls.TestCertificate;
import io.sluice.testkit.http.RawAnswer;
import io.sluice.testkit.http.RawHttp;
import io.sluice.testkit.keys.Shows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which upstreams get requests at all, as clients of the gateway see it. {@code /other} goes to an upstream that is treated otherwise. */
class UpstreamStateKeysTest {
    @TempDir
    Path folder;

    private volatile boolean broken;

    /** Health checks have a path of their own. */
    private boolean answer(RawUpstream.Request request) throws IOException {
        return broken
                ? request.answer("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n")
                : request.ok("passed");
    }

    private ServerScene scene(String target, String keys, String others) throws Exception {
        return ServerScene.of("""
                rules: { idle: { match: /never, per: ip, limit: 1/day } }
                upstreams:
                  app: { targets: ["%1$s"], %2$s }
                  other: { targets: ["%1$s"], %3$s }
                routes: [{ path: /other, upstream: other }, { upstream: app }]
                """.formatted(target, keys, others), folder);
    }

    private static String url(String scheme, RawUpstream upstream) {
        return scheme + "://127.0.0.1:" + upstream.address().getPort();
    }

    private static String upstreams(ServerScene scene) {
        return RawHttp.to(scene.port("admin")).get("/api/upstreams").body();
    }

    @Test
    @Shows({
        "upstreams.*.breaker=off",
        "upstreams.*.breaker.failures",
        "upstreams.*.breaker.of",
        "upstreams.*.breaker.at-least",
        "upstreams.*.breaker.open"
    })
    void aTargetThatFailsTooOftenIsLeftAlone() throws Exception {
        String breaker = "breaker: { failures: 50%, of: 4, at-least: 4, open: 1h }";
        try (RawUpstream upstream = RawUpstream.start(this::answer);
                ServerScene scene = scene(url("http", upstream), breaker, "breaker: off")) {
            assertThat(scene.client().get("/").status()).isEqualTo(200);
            assertThat(scene.client().get("/").status()).isEqualTo(200);
            broken = true;
            assertThat(scene.client().get("/").status()).isEqualTo(500);
            assertThat(scene.client().get("/").status()).isEqualTo(500);
            RawAnswer alone = scene.client().get("/");
            assertThat(alone.status()).isEqualTo(503);
            assertThat(alone.headers("Retry-After")).containsExactly("3600");
            assertThat(upstreams(scene)).contains("\"breaker\":\"open\"");
            assertThat(upstream.requests).hasSize(4);
            assertThat(scene.client().get("/other").status()).isEqualTo(500);
        }
    }

    @Test
    @Shows({
        "upstreams.*.health.path",
        "upstreams.*.health.every",
        "upstreams.*.health.up-after",
        "upstreams.*.health.down-after",
        "upstreams.*.health.status"
    })
    void aTargetThatIsIllGetsNothingUntilItIsWell() throws Exception {
        String health = "health: { path: /how, every: 5ms, timeout: 30s, up-after: 2, down-after: 2, status: 200-299 }";
        try (RawUpstream upstream = RawUpstream.start(this::answer);
                ServerScene scene = scene(url("http", upstream), health, "retries: 0")) {
            assertThat(scene.client().get("/").status()).isEqualTo(200);
            broken = true;
            ServerScene.until("ill", () -> scene.client().get("/").status() == 503);
            assertThat(upstreams(scene)).contains("\"healthy\":false");
            assertThat(scene.client().get("/other").status()).isEqualTo(500);
            broken = false;
            ServerScene.until("well", () -> scene.client().get("/").status() == 200);
            assertThat(upstream.requests).anyMatch(request -> request.line().equals("GET /how HTTP/1.1"));
        }
    }

    @Test
    @Shows({
        "upstreams.*.tls.ca",
        "upstreams.*.tls.server-name",
        "upstreams.*.tls.verify=true",
        "upstreams.*.tls.verify=false"
    })
    void aTargetIsBelievedByItsCertificate() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "target");
        certificate.write(folder);
        String others = "retries: 0, timeouts: { connect: 30s }, tls: { verify: true }";
        try (RawUpstream upstream = RawUpstream.start(certificate.server().getServerSocketFactory(), this::answer)) {
            for (String tls : new String[] {"ca: cert.pem", "ca: cert.pem, server-name: localhost", "verify: false"}) {
                try (ServerScene scene =
                        scene(url("https", upstream), "timeouts: { connect: 30s }, tls: { " + tls + " }", others)) {
                    assertThat(scene.client().get("/").status()).as(tls).isEqualTo(200);
                    assertThat(scene.client().get("/other").status()).isEqualTo(502);
                }
            }
            String wrongName = "retries: 0, timeouts: { connect: 30s }, tls: { ca: cert.pem, server-name: elsewhere }";
            try (ServerScene scene = scene(url("https", upstream), wrongName, others)) {
                assertThat(scene.client().get("/").status()).isEqualTo(502);
            }
        }
    }

    @Test
    @Shows({"upstreams.*.tls.certificate", "upstreams.*.tls.key"})
    void aTargetThatAsksIsShownACertificate() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "target");
        certificate.write(folder);
        Path own = Files.createDirectory(folder.resolve("own"));
        TestCertificate gateway = TestCertificate.make(own, "gateway");
        gateway.write(own);
        String known = "timeouts: { connect: 30s }, tls: { ca: cert.pem, certificate: own/cert.pem, key: own/key.pem }";
        String stranger = "retries: 0, timeouts: { connect: 30s }, tls: { ca: cert.pem }";
        try (RawUpstream upstream = RawUpstream.start(certificate.serverFor(gateway), this::answer);
                ServerScene scene = scene(url("https", upstream), known, stranger)) {
            assertThat(scene.client().get("/").status()).isEqualTo(200);
            assertThat(scene.client().get("/other").status()).isEqualTo(502);
            assertThat(upstream.requests).hasSize(1);
        }
    }
}
