package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Targets that speak HTTP/1.1 over TLS. */
class SecureTargetTest {
    private static final String PASSWORD = "not-a-secret";

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private static KeyStore keys(Path folder) throws Exception {
        Path file = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "target",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static SSLContext server(KeyStore keys) throws Exception {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static boolean serve(RawUpstream.Request request) throws IOException {
        request.body();
        return request.ok(request.line());
    }

    @Test
    void areTrustedOnlyIfTheirCertificateIs(@TempDir Path folder) throws Exception {
        KeyStore keys = keys(folder);
        RawUpstream upstream = RawUpstream.start(server(keys).getServerSocketFactory(), SecureTargetTest::serve);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            scene.upstreams.tls = SslContextBuilder.forClient().build();
            assertThat(client.get("/").status()).isEqualTo(502);
            scene.upstreams.tls =
                    SslContextBuilder.forClient().trustManager(trust).build();
            for (int i = 0; i < 3; i++) {
                client.send("POST /" + i + " HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
                assertThat(client.reply().text()).isEqualTo("POST /" + i + " HTTP/1.1");
            }
            assertThat(scene.upstreams.told)
                    .containsExactly("failed", "succeeded 200", "succeeded 200", "succeeded 200");
            assertThat(upstream.requests).hasSize(3);
        }
    }
}
