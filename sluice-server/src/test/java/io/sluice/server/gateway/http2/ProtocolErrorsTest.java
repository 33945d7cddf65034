package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.tls.TestCertificate;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What breaks HTTP/2 ends its stream or its connection with the error that the protocol names, and nothing else does. */
class ProtocolErrorsTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";

    private static TestApplication application;
    private static TestCertificate certificate;
    private static Http2Scene scene;
    private static Http2Scene secure;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        application = TestApplication.http1();
        scene = Http2Scene.of(FREE, OneUpstream.http1(application.port()));
        certificate = TestCertificate.make(folder, "own");
        secure = Http2Scene.withTls(FREE, OneUpstream.http1(application.port()), certificate.write(folder));
    }

    @AfterAll
    static void stop() {
        scene.close();
        secure.close();
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    static Stream<ProtocolCase> cases() {
        return Stream.of(new AllowedCases(), new FrameCases(), new StreamCases(), new MessageCases())
                .flatMap(list -> list.cases().stream());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void followsTheProtocol(ProtocolCase each) throws Exception {
        try (FrameClient client = scene.client()) {
            each.outcome().await(client, each.script().send(client));
        }
        try (FrameClient other = scene.client()) {
            assertThat(other.get("/").whole().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void followsTheProtocolOverTls(ProtocolCase each) throws Exception {
        SSLSocket socket = (SSLSocket)
                certificate.client().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), secure.port());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        try (FrameClient client = new FrameClient(socket)) {
            each.outcome().await(client, each.script().send(client));
        }
    }

    @Test
    void anotherPrefaceIsNotHttp2() throws Exception {
        try (RawClient client = RawClient.to(scene.port())) {
            client.send("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n");
            assertThat(client.rest()).doesNotStartWith("HTTP/1.1 200");
        }
    }

    @Test
    void settingsComeFirst() throws Exception {
        int before = scene.upstream.begun.get();
        try (RawClient client = RawClient.to(scene.port())) {
            client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            client.send(Blocks.hex("00 00 03 01 05 00 00 00 01 82 86 84"));
            client.rest();
        }
        assertThat(scene.upstream.begun).hasValue(before);
    }
}
