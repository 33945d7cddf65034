package io.sluice.server.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.server.Until;
import io.sluice.testkit.keys.Shows;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom the gateway believes to be a target. Seen by health checks, which speak TLS as requests do. */
class UpstreamTlsTest {
    @TempDir
    static Path folder;

    private static Certificate server;
    private static Certificate client;

    @BeforeAll
    static void makeCertificates() throws Exception {
        server = Certificate.in(folder, "server", "dns:app.internal,ip:127.0.0.1");
        client = Certificate.in(folder, "client", "dns:client");
    }

    private static UpstreamScene scene(String target, String tls, String timeout) {
        return UpstreamScene.of("upstreams: { app: { targets: [\"" + target + "\"], tls: { " + tls
                + " }, health: { path: /, every: 5ms, down-after: 2, timeout: " + timeout + " } } }\n");
    }

    private static void isAsked(Application application, String tls) throws Exception {
        int before = application.asked.size();
        try (UpstreamScene scene = scene("https://127.0.0.1:" + application.port(), tls, "10s")) {
            Until.holds(() -> application.asked.size() > before + 2);
            assertThat(scene.state(0).healthy()).isTrue();
        }
    }

    private static void isNotTrusted(Application application, String tls) throws Exception {
        int before = application.asked.size();
        try (UpstreamScene scene = scene("https://127.0.0.1:" + application.port(), tls, "200ms")) {
            Until.holds(() -> !scene.state(0).healthy());
            assertThat(application.asked).hasSize(before);
        }
    }

    private static String ca(Certificate of) {
        return "ca: " + of.certificate();
    }

    @Test
    @Shows({"upstreams.*.tls.ca", "upstreams.*.tls.verify=true", "upstreams.*.tls.verify=false"})
    void aCertificateMustBeSignedBySomebodyWhoIsTrusted() throws Exception {
        try (Application application = Application.startTls(server.server(client), false)) {
            isNotTrusted(application, "verify: true");
            isNotTrusted(application, ca(client));
            isAsked(application, ca(server));
            isAsked(application, "verify: false");
        }
    }

    @Test
    @Shows("upstreams.*.tls.server-name")
    void aCertificateMustBeForTheTarget() throws Exception {
        try (Application application = Application.startTls(server.server(client), false)) {
            isAsked(application, ca(server) + ", server-name: app.internal");
            isNotTrusted(application, ca(server) + ", server-name: other.internal");
        }
    }

    @Test
    @Shows({"upstreams.*.tls.certificate", "upstreams.*.tls.key"})
    void showsACertificateToWhoAsksForOne() throws Exception {
        try (Application application = Application.startTls(server.server(client), true)) {
            isNotTrusted(application, ca(server));
            isAsked(application, ca(server) + ", certificate: " + client.certificate() + ", key: " + client.key());
        }
    }

    @Test
    void speaksHttp2OverTls() throws Exception {
        try (UpstreamScene loops = UpstreamScene.of("");
                Http2Application application = Http2Application.startTls(loops.loops, server);
                UpstreamScene scene = scene("h2://127.0.0.1:" + application.port(), ca(server), "10s")) {
            Until.holds(() -> application.asked.size() > 2);
            Target target = scene.upstream().begin(null);
            assertThat(target.tls().applicationProtocolNegotiator().protocols()).containsExactly("h2");
            assertThat(target.http2()).isTrue();
        }
    }

    @Test
    void aFileThatIsBrokenChangesNothing() throws Exception {
        Path broken = Files.writeString(
                folder.resolve("broken.key"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        try (UpstreamScene scene = UpstreamScene.of("upstreams: { app: 'http://127.0.0.1:1' }\n")) {
            assertThatThrownBy(
                            () -> scene.reload("upstreams: { web: { targets: [https://127.0.0.1], tls: { certificate: "
                                    + client.certificate() + ", key: " + broken + " } } }\n"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("TLS files of upstream web");
            assertThat(scene.upstream().name()).isEqualTo("app");
            assertThat(scene.next()).isEqualTo("127.0.0.1:1");
        }
    }
}
