package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.tls.TestCertificate;
import io.sluice.server.tls.TlsFiles;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** TLS on either side, with the JDK's own client. */
class TlsGatewayTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";
    private static final int TEN_MEGABYTES = 10_000_000;

    @TempDir
    Path folder;

    private TestCertificate certificate;
    private TlsFiles files;

    @BeforeEach
    void makeCertificate() throws Exception {
        certificate = TestCertificate.make(folder, "first");
        files = certificate.write(folder);
    }

    @AfterEach
    void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private HttpClient client(HttpClient.Version version) throws Exception {
        return HttpClient.newBuilder()
                .version(version)
                .sslContext(certificate.client())
                .connectTimeout(Duration.ofSeconds(20))
                .build();
    }

    private static HttpRequest.Builder to(Http2Scene scene, String path) {
        return HttpRequest.newBuilder(URI.create("https://localhost:" + scene.port() + path))
                .timeout(Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @EnumSource
    void bodiesComeThroughWhole(HttpClient.Version version) throws Exception {
        byte[] sent = ApplicationHandler.bytes(TEN_MEGABYTES);
        try (TestApplication application = TestApplication.http2();
                Http2Scene scene = Http2Scene.withTls(FREE, OneUpstream.http2(application.port()), files)) {
            HttpClient client = client(version);
            HttpResponse<String> hash = client.send(
                    to(scene, "/hash")
                            .POST(HttpRequest.BodyPublishers.ofByteArray(sent))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(hash.version()).isEqualTo(version);
            assertThat(hash.body())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(sent)));
            HttpResponse<byte[]> bytes =
                    client.send(to(scene, "/bytes/" + TEN_MEGABYTES).build(), HttpResponse.BodyHandlers.ofByteArray());
            assertThat(bytes.body()).isEqualTo(sent);
            assertThat(scene.upstream.told).containsExactly("succeeded 200", "succeeded 200");
        }
    }

    @Test
    void theApplicationLearnsThatTheClientCameByTls() throws Exception {
        try (TestApplication application = TestApplication.http1();
                Http2Scene scene = Http2Scene.withTls(FREE, OneUpstream.http1(application.port()), files)) {
            for (HttpClient.Version version : HttpClient.Version.values()) {
                String lines = client(version)
                        .send(to(scene, "/headers").build(), HttpResponse.BodyHandlers.ofString())
                        .body();
                assertThat(lines.lines()).contains("x-forwarded-proto: https", "x-forwarded-for: 127.0.0.1");
            }
        }
    }

    @Test
    void aNewCertificateHoldsForNewConnectionsAndABadOneForNone() throws Exception {
        try (TestApplication application = TestApplication.http1();
                Http2Scene scene = Http2Scene.withTls(FREE, OneUpstream.http1(application.port()), files)) {
            HttpClient old = client(HttpClient.Version.HTTP_2);
            assertThat(get(old, scene)).isEqualTo(200);
            X509Certificate first = certificate.certificate();
            certificate = TestCertificate.make(folder, "second");
            certificate.write(folder);
            FrameClient.await("the second certificate", () -> presented(scene).equals(certificateOf()));
            assertThat(get(old, scene)).isEqualTo(200);
            assertThat(get(client(HttpClient.Version.HTTP_2), scene)).isEqualTo(200);
            assertThat(certificate.certificate()).isNotEqualTo(first);
            Files.writeString(files.key(), "nonsense");
            scene.tls.look();
            assertThat(presented(scene)).isEqualTo(certificate.certificate());
        }
    }

    private static int get(HttpClient client, Http2Scene scene) throws Exception {
        return client.send(to(scene, "/").build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    private X509Certificate certificateOf() {
        try {
            return certificate.certificate();
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** The certificate that a new connection gets to see. */
    private static X509Certificate presented(Http2Scene scene) {
        try (SSLSocket socket = (SSLSocket)
                TrustAll.context().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), scene.port())) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private SslContext behind(boolean http2) throws Exception {
        return withAlpn(SslContextBuilder.forServer(certificate.key(), certificate.certificate()), http2)
                .build();
    }

    private static SslContextBuilder withAlpn(SslContextBuilder builder, boolean http2) {
        return http2
                ? builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        List.of("h2")))
                : builder;
    }

    /** To either kind of target: connections on which nothing is asked end with the farewell of TLS, and what is sent just then is no reason to reset them. */
    @Test
    void aDrainingGatewayClosesIdleConnections() throws Exception {
        for (boolean http2 : new boolean[] {false, true}) {
            try (TestApplication application = http2 ? TestApplication.http2() : TestApplication.http1();
                    Http2Scene scene = Http2Scene.withTls(
                            FREE,
                            http2 ? OneUpstream.http2(application.port()) : OneUpstream.http1(application.port()),
                            files);
                    RawClient client = RawClient.on(certificate
                            .client()
                            .getSocketFactory()
                            .createSocket(InetAddress.getLoopbackAddress(), scene.port()))) {
                assertThat(client.get("/").text()).isEqualTo("served");
                Thread draining = new Thread(() -> scene.gateway.drain(Duration.ofSeconds(30)), "draining");
                draining.start();
                assertThat(client.rest()).isEmpty();
                client.send(new byte[5_000_000]);
                client.socket.close();
                draining.join();
                assertThat(scene.gateway.counts().connections()).isZero();
            }
        }
    }

    @Test
    void targetsMayWantTls() throws Exception {
        for (boolean http2 : new boolean[] {false, true}) {
            SslContext trusting = withAlpn(SslContextBuilder.forClient().trustManager(certificate.certificate()), http2)
                    .build();
            try (TestApplication application = TestApplication.tls(http2, behind(http2));
                    Http2Scene scene = Http2Scene.of(FREE, OneUpstream.tls(application.port(), http2, trusting));
                    FrameClient client = scene.client()) {
                assertThat(client.get("/").whole().text()).isEqualTo("served");
            }
        }
    }

    @Test
    void aTargetWhoseCertificateIsNotTrustedIsABadGateway() throws Exception {
        for (boolean http2 : new boolean[] {false, true}) {
            SslContext doubting = withAlpn(SslContextBuilder.forClient(), http2).build();
            try (TestApplication application = TestApplication.tls(http2, behind(http2));
                    Http2Scene scene = Http2Scene.of(FREE, OneUpstream.tls(application.port(), http2, doubting));
                    FrameClient client = scene.client()) {
                assertThat(client.get("/").whole().status()).isEqualTo(502);
                assertThat(scene.upstream.told).containsExactly("failed");
                assertThat(application.seen).isEmpty();
            }
        }
    }
}
