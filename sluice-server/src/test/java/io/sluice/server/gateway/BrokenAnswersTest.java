package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.tls.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An answer that ends with its connection is not taken for whole if it broke off: the client must see that it did, in plain text and over TLS. */
class BrokenAnswersTest {
    private static final String BEGUN = "HTTP/1.1 200 OK\r\n\r\nhello";
    private static final String ASK = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    private static TestCertificate certificate;
    private static SslContext tls;

    private final CountDownLatch seen = new CountDownLatch(1);
    private final AtomicReference<Channel> channel = new AtomicReference<>();

    /** How clients come in. */
    private enum Door {
        PLAIN,
        TLS
    }

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws Exception {
        certificate = TestCertificate.make(folder, "gateway");
        tls = SslContextBuilder.forServer(certificate.key(), certificate.certificate())
                .build();
    }

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    private GatewayScene scene(Door door, RawUpstream upstream) {
        GatewayScene scene = GatewayScene.inFrontOf(upstream);
        scene.settings(scene.settings.frontDoor((connection, installHttp1) -> {
            channel.set(connection);
            if (door == Door.TLS) {
                connection.pipeline().addLast(tls.newHandler(connection.alloc()));
            }
            installHttp1.run();
        }));
        return scene;
    }

    private static RawClient client(Door door, GatewayScene scene) throws Exception {
        return door == Door.PLAIN
                ? scene.connect()
                : RawClient.on(certificate
                        .client()
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), scene.port()));
    }

    private static void seesItBegin(RawClient client) throws IOException {
        client.send(ASK).line("\r\n\r\n");
        assertThat(client.bytes(5)).asString(US_ASCII).isEqualTo("hello");
    }

    @ParameterizedTest
    @EnumSource
    void isNotWholeIfTheTargetResetsIt(Door door) throws Exception {
        RawUpstream dying = RawUpstream.start(request -> {
            request.answer(BEGUN);
            untilSeen();
            request.socket().setSoLinger(true, 0);
            return false;
        });
        try (GatewayScene scene = scene(door, dying).start();
                RawClient client = client(door, scene)) {
            seesItBegin(client);
            seen.countDown();
            assertThatThrownBy(client::rest).isInstanceOf(IOException.class);
            assertThat(scene.upstreams.told).containsExactly("failed");
        }
    }

    private void untilSeen() throws IOException {
        try {
            seen.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isNotWholeIfTheTargetFallsSilent(Door door) throws Exception {
        RawUpstream stuck = RawUpstream.start(request -> {
            request.answer(BEGUN);
            return request.in().read() >= 0;
        });
        try (GatewayScene scene = scene(door, stuck).start();
                RawClient client = client(door, scene)) {
            scene.upstreams.times = new UpstreamTimes(20_000, 20_000, 200, 20_000, 0);
            seesItBegin(client);
            assertThatThrownBy(client::rest).isInstanceOf(IOException.class);
            assertThat(scene.upstreams.told).containsExactly("failed");
        }
    }

    /** What waits to be sent then is lost. */
    @ParameterizedTest
    @EnumSource
    void isNotWholeIfTheClientTakesTooLong(Door door) throws Exception {
        RawUpstream endless = RawUpstream.start(request -> {
            request.answer(BEGUN);
            return sendWhileItIsTaken(request.out());
        });
        try (GatewayScene scene = scene(door, endless)
                        .times(new GatewayTimes(20_000, 300, 20_000, 20_000, 20_000))
                        .start();
                RawClient client = client(door, scene)) {
            seesItBegin(client);
            GatewayScene.until("given up", () -> !channel.get().isOpen());
            assertThatThrownBy(client::rest).isInstanceOf(IOException.class);
            GatewayScene.until("told", () -> scene.upstreams.told.contains("dropped"));
        }
    }

    private static boolean sendWhileItIsTaken(OutputStream out) throws IOException {
        byte[] part = new byte[65_536];
        while (true) {
            out.write(part);
        }
    }
}
