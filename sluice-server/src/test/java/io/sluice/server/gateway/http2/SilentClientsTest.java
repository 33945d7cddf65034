package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Gateway;
import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.http1.HeadLimits;
import io.sluice.server.tls.TestCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is connected and has not said yet what it speaks does not hold up a gateway that is about to close. */
class SilentClientsTest {
    private static final String FREE = "rules:\n  all: { limit: 1000000/s }\n";
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final ObjectSettings PATIENT =
            new ObjectSettings(100, 0, HeadLimits.USUAL, LONG, LONG, LONG, LONG, 10);

    @TempDir
    Path folder;

    @AfterEach
    void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void inPlainText() throws Exception {
        try (TestApplication application = TestApplication.http1();
                Http2Scene scene = Http2Scene.of(FREE, OneUpstream.http1(application.port()), PATIENT);
                RawClient silent = RawClient.to(scene.port());
                RawClient begun = RawClient.to(scene.port())) {
            begun.send("PRI * HT");
            isClosedByDraining(scene.gateway, silent, begun);
        }
    }

    @Test
    void beforeTheHandshake() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "one");
        try (TestApplication application = TestApplication.http1();
                Http2Scene scene = Http2Scene.withTls(
                        FREE, OneUpstream.http1(application.port()), PATIENT, certificate.write(folder));
                RawClient silent = RawClient.to(scene.port())) {
            isClosedByDraining(scene.gateway, silent);
        }
    }

    private static void isClosedByDraining(Gateway gateway, RawClient... clients) throws Exception {
        FrameClient.await("all are connected", () -> gateway.counts().connections() == clients.length);
        CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> gateway.drain(LONG));
        for (RawClient client : clients) {
            assertThat(client.isClosedByServer()).isTrue();
        }
        drained.join();
    }
}
