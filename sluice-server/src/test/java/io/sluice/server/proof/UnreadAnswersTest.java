package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.core.ManualClock;
import io.sluice.testkit.http.RawHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who sends one request behind the other and reads no answer is not read from either. */
@Tag("long")
class UnreadAnswersTest {
    private static final String RULES = "version: 1\nrules:\n  few: { match: /few, per: ip, limit: 1/day }\n";
    private static final long START = Duration.ofDays(20_371).toNanos();
    /** More than sockets hold, and small beside the answers to it. */
    private static final long MOST_SENT = 48L << 20;

    private static final long HELD = 16L << 20;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /few HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /many HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /few%00 HTTP/1.1\r\nHost: a\r\n\r\n",
            })
    void holdsTheSenderUp(String request) throws Exception {
        byte[] requests = request.repeat(1_000).getBytes(US_ASCII);
        assertHeldUp("", batch -> requests);
    }

    /** Heads are not counted in HTTP/2's windows, so answers without a body go out unasked. */
    @Test
    void holdsTheSenderUpInHttp2() throws Exception {
        assertHeldUp(HeadRequests.PREFACE, HeadRequests::batch);
    }

    private static void assertHeldUp(String start, IntFunction<byte[]> batches) throws Exception {
        AtomicLong sent = new AtomicLong();
        try (LenientServer behind = LenientServer.start(LenientServer.Believes.LENGTH);
                ProofScene scene = ProofScene.start(RULES, new ManualClock(START), behind.address())) {
            long before = ProofScene.directMemory();
            try (Socket socket = RawHttp.to(scene.port()).send(start)) {
                Thread sender = new Thread(() -> send(socket, batches, sent), "sender");
                sender.setDaemon(true);
                sender.start();
                ProofScene.restsAt(() -> {
                    assertThat(ProofScene.directMemory() - before).isLessThan(HELD);
                    return sent.get() + scene.gateway.counts().requests() + scene.passed.begun.size();
                });
                assertThat(sent.get()).isPositive().isLessThan(MOST_SENT);
            }
            ProofScene.until("it is gone", () -> scene.gateway.counts().connections() == 0);
        }
    }

    private static void send(Socket socket, IntFunction<byte[]> batches, AtomicLong sent) {
        try {
            OutputStream out = socket.getOutputStream();
            for (int i = 0; sent.get() < MOST_SENT; i++) {
                byte[] batch = batches.apply(i);
                out.write(batch);
                sent.addAndGet(batch.length);
            }
        } catch (IOException closed) {
            // the test is over
        }
    }
}
