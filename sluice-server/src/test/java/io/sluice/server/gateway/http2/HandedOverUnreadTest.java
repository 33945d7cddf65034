package io.sluice.server.gateway.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.Leaks;
import io.sluice.server.gateway.RawClient;
import io.sluice.server.http1.HeadLimits;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that reads nothing of its answers costs little on a connection that was handed over too. */
class HandedOverUnreadTest {
    private static final int REQUESTS = 5_000;
    private static final String REFUSED =
            "rules:\n  all: { per: ip, limit: 1/day, message: " + "no ".repeat(3_000) + "}\n";
    private static final String ASK = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(300);

    private TestApplication application;

    @BeforeEach
    void start() {
        application = TestApplication.http2();
    }

    @AfterEach
    void stop() {
        application.close();
        assertThat(Leaks.found()).isEmpty();
    }

    private Http2Scene scene(String rules, Duration bodyIdle) throws IOException {
        return Http2Scene.of(
                rules,
                OneUpstream.http2(application.port()),
                new ObjectSettings(100, 0, HeadLimits.USUAL, LONG, bodyIdle, LONG, LONG, 100));
    }

    private static Thread pipeline(RawClient client) {
        Thread sender = new Thread(() -> {
            try {
                for (int i = 0; i < REQUESTS / 100; i++) {
                    client.send(ASK.repeat(100));
                }
            } catch (IOException closed) {
                // by the gateway, or at the end of the test
            }
        });
        sender.start();
        return sender;
    }

    /** When none has been answered for a while. */
    private static void untilHeldUp(Http2Scene scene) {
        long[] last = {0, System.nanoTime()};
        FrameClient.await("held up", () -> {
            long now = scene.path.counts().requests();
            if (now != last[0] || now == 0) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > SHORT.toNanos();
        });
    }

    @Test
    void furtherRequestsWaitAndGoOnWhenTheAnswersAreRead() throws Exception {
        try (Http2Scene scene = scene(REFUSED, LONG);
                RawClient client = RawClient.to(scene.port())) {
            assertThat(client.get("/").status()).isEqualTo(200);
            Thread sender = pipeline(client);
            untilHeldUp(scene);
            assertThat(scene.path.counts().requests()).isLessThan(REQUESTS);
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(client.reply().status()).isEqualTo(429);
            }
            sender.join();
            assertThat(client.get("/").status()).isEqualTo(429);
        }
    }

    @Test
    void theConnectionIsClosedIfTheyAreNeverRead() throws Exception {
        try (Http2Scene scene = scene(REFUSED, SHORT);
                RawClient client = RawClient.to(scene.port())) {
            assertThat(client.get("/").status()).isEqualTo(200);
            Thread sender = pipeline(client);
            FrameClient.await("closed", () -> scene.gateway.counts().connections() == 0);
            assertThat(scene.path.counts().requests()).isLessThan(REQUESTS);
            sender.join();
        }
    }
}
