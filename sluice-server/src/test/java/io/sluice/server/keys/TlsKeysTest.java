package io.sluice.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.server.gateway.RawClient;
import io.sluice.server.gateway.RawUpstream;
import io.sluice.server.tls.TestCertificate;
import io.sluice.testkit.keys.Shows;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the gateway speaks. */
class TlsKeysTest {
    private static final String TLS = "tls: { certificate: cert.pem, key: key.pem }";

    @TempDir
    Path folder;

    private TestCertificate certificate;
    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));

    @BeforeEach
    void makeCertificate() throws Exception {
        certificate = TestCertificate.make(folder, "gateway");
        certificate.write(folder);
    }

    @AfterEach
    void close() {
        upstream.close();
    }

    private static HttpResponse<String> get(ServerScene scene, SSLContext tls) throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(tls).build();
        URI uri = URI.create("https://localhost:" + scene.port("gateway") + "/");
        return client.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    }

    @Test
    @Shows({"server.tls.certificate", "server.tls.key"})
    void showsItsCertificate() throws Exception {
        try (ServerScene scene = ServerScene.with(upstream, folder, TLS)) {
            assertThat(scene.door("gateway").scheme()).isEqualTo("https");
            assertThat(get(scene, certificate.client()).body()).isEqualTo("passed");
        }
    }

    @Test
    @Shows("server.tls.client-ca")
    void letsInWhoHasACertificateOfTheAuthority() throws Exception {
        Path others = Files.createDirectory(folder.resolve("clients"));
        TestCertificate known = TestCertificate.make(others, "known");
        known.write(others);
        TestCertificate stranger = TestCertificate.make(others, "stranger");
        String keys = "tls: { certificate: cert.pem, key: key.pem, client-ca: clients/cert.pem }";
        try (ServerScene scene = ServerScene.with(upstream, folder, keys)) {
            assertThat(get(scene, certificate.client(known)).body()).isEqualTo("passed");
            assertThatThrownBy(() -> get(scene, certificate.client(stranger))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> get(scene, certificate.client())).isInstanceOf(IOException.class);
            assertThat(upstream.requests).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, HTTP_2", "false, HTTP_1_1"})
    @Shows({"server.http2=true", "server.http2=false"})
    void offersHttp2OverTls(boolean http2, HttpClient.Version version) throws Exception {
        try (ServerScene scene = ServerScene.with(upstream, folder, TLS, "http2: " + http2)) {
            assertThat(get(scene, certificate.client()).version()).isEqualTo(version);
        }
    }

    @Test
    @Shows({"server.http2=true", "server.http2=false"})
    void understandsHttp2InPlainText() throws Exception {
        try (ServerScene modern = ServerScene.with(upstream, folder, "http2: true");
                ServerScene old = ServerScene.with(upstream, folder, "http2: false");
                RawClient understood = modern.connect();
                RawClient refused = old.connect()) {
            assertThat(Http2Greeting.of(understood).mostStreams()).isPositive();
            assertThatThrownBy(() -> Http2Greeting.of(refused))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("HTTP/1.1");
        }
    }

    /** The time for a head begins with the connection. */
    @Test
    @Shows("server.timeouts.head")
    void waitsAsLongForAHandshakeAsForAHead() throws Exception {
        try (ServerScene patient = ServerScene.with(upstream, folder, TLS, "timeouts: { head: 1h }");
                ServerScene hasty = ServerScene.with(upstream, folder, TLS, "timeouts: { head: 50ms }");
                SSLSocket slow = (SSLSocket) certificate
                        .client()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), patient.port("gateway"));
                RawClient late = hasty.connect()) {
            assertThat(late.rest()).doesNotContain("HTTP");
            try (RawClient client = RawClient.on(slow)) {
                assertThat(client.get("/").status()).isEqualTo(200);
            }
        }
    }
}
