package io.sluice.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerTlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    @Test
    void speaksOnlyNewProtocols() throws Exception {
        TlsFiles files = TestCertificate.make(folder, "one").write(folder);
        try (Loops loops = Loops.start(Loops.Transport.NIO, 1);
                ServerTls tls = ServerTls.start(files, ServerTls.Offer.HTTP2_AND_HTTP1, PATIENCE, loops)) {
            SslHandler handler = tls.newHandler(ByteBufAllocator.DEFAULT);
            assertThat(handler.engine().getEnabledProtocols()).containsExactlyInAnyOrder("TLSv1.3", "TLSv1.2");
            assertThat(handler.engine().getNeedClientAuth()).isFalse();
            assertThat(handler.getHandshakeTimeoutMillis()).isEqualTo(PATIENCE.toMillis());
        }
    }

    @Test
    void clientsMayNotAskForOneHandshakeAfterTheOther() throws Exception {
        speaksOnlyNewProtocols();
        assertThat(System.getProperty("jdk.tls.rejectClientInitiatedRenegotiation"))
                .isEqualTo("true");
    }

    @Test
    void demandsCertificatesOfClientsIfToldWhoseTheyMustBe() throws Exception {
        TlsFiles files = TestCertificate.make(folder, "one").write(folder);
        TlsFiles both = new TlsFiles(files.certificate(), files.key(), files.certificate());
        try (Loops loops = Loops.start(Loops.Transport.NIO, 1);
                ServerTls tls = ServerTls.start(both, ServerTls.Offer.HTTP1, PATIENCE, loops)) {
            assertThat(tls.newHandler(ByteBufAllocator.DEFAULT).engine().getNeedClientAuth())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void takesBothFromOneFileWithRemarks(boolean keyFirst) throws Exception {
        TlsFiles files = TestCertificate.make(folder, "one").write(folder);
        String certificate = "Bag Attributes\n    friendlyName: one-of-two\n" + Files.readString(files.certificate());
        String key = Files.readString(files.key());
        Path both = Files.writeString(folder.resolve("both.pem"), keyFirst ? key + certificate : certificate + key);
        try (Loops loops = Loops.start(Loops.Transport.NIO, 1);
                ServerTls tls =
                        ServerTls.start(new TlsFiles(both, both, both), ServerTls.Offer.HTTP1, PATIENCE, loops)) {
            assertThat(tls.newHandler(ByteBufAllocator.DEFAULT).engine()).isNotNull();
        }
    }

    @Test
    void saysWhatIsWrongWithAPair() throws Exception {
        TlsFiles one = TestCertificate.make(folder, "one").write(folder);
        Path other = Files.createDirectory(folder.resolve("other"));
        TlsFiles two = TestCertificate.make(other, "two").write(other);
        assertWrong(new TlsFiles(one.certificate(), two.key(), null), "is not the key of the first certificate in");
        assertWrong(new TlsFiles(one.certificate(), one.certificate(), null), "openssl pkcs8 -topk8 -nocrypt");
        assertWrong(new TlsFiles(one.key(), one.key(), null), "certificate");
        Path binary = Files.write(folder.resolve("key.der"), new byte[] {0x30, (byte) 0x82, (byte) 0xff});
        assertWrong(new TlsFiles(one.certificate(), binary, null), "key.der holds no key that begins with");
        assertWrong(new TlsFiles(folder.resolve("none.pem"), one.key(), null), "none.pem: no such file or folder");
        assertWrong(
                new TlsFiles(one.certificate(), folder.resolve("none.pem"), null), "none.pem: no such file or folder");
        Path broken = Files.writeString(
                folder.resolve("broken.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertWrong(new TlsFiles(broken, one.key(), null), "broken.pem holds a certificate that cannot be read");
        assertWrong(new TlsFiles(folder, one.key(), null), folder + " cannot be read");
    }

    private static void assertWrong(TlsFiles files, String message) {
        try (Loops loops = Loops.start(Loops.Transport.NIO, 1)) {
            assertThatThrownBy(() -> ServerTls.start(files, ServerTls.Offer.HTTP1, PATIENCE, loops))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(message);
        }
    }
}
