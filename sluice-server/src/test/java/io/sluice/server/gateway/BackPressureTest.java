package io.sluice.server.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Whoever is quicker waits; the gateway keeps little of what is on its way. */
class BackPressureTest {
    private static final int SIZE = 64 << 20;
    private static final long LITTLE = 16 << 20;

    @AfterAll
    static void nothingIsLost() {
        assertThat(Leaks.found()).isEmpty();
    }

    /** Sends until it is held up, which is when the count stands still. */
    private static void untilHeldUp(AtomicLong sent) {
        long[] last = {-1, System.nanoTime()};
        GatewayScene.until("held up", () -> {
            if (sent.get() != last[0]) {
                last[0] = sent.get();
                last[1] = System.nanoTime();
            }
            return sent.get() > 0 && System.nanoTime() - last[1] > 300_000_000L;
        });
    }

    @Test
    void aSlowReaderHoldsUpTheTarget() throws Exception {
        AtomicLong sent = new AtomicLong();
        RawUpstream upstream = RawUpstream.start(request -> {
            request.answer("HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\n\r\n");
            byte[] part = new byte[65_536];
            for (int i = 0; i < SIZE / part.length; i++) {
                request.out().write(part);
                sent.addAndGet(part.length);
            }
            return true;
        });
        long before = PlatformDependent.usedDirectMemory();
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            untilHeldUp(sent);
            assertThat(sent.get()).isLessThan(SIZE);
            assertThat(PlatformDependent.usedDirectMemory() - before).isLessThan(LITTLE);
            assertThat(client.reply().body()).hasSize(SIZE);
        }
    }

    @Test
    void aSlowTargetHoldsUpTheSender() throws Exception {
        AtomicLong sent = new AtomicLong();
        CountDownLatch mayRead = new CountDownLatch(1);
        RawUpstream upstream = RawUpstream.start(request -> {
            try {
                mayRead.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return request.ok("" + request.body().length);
        });
        long before = PlatformDependent.usedDirectMemory();
        try (GatewayScene scene = GatewayScene.inFrontOf(upstream).start();
                RawClient client = scene.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + SIZE + "\r\n\r\n");
            Thread sender = new Thread(() -> {
                try {
                    byte[] part = new byte[65_536];
                    for (int i = 0; i < SIZE / part.length; i++) {
                        client.send(part);
                        sent.addAndGet(part.length);
                    }
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            sender.start();
            untilHeldUp(sent);
            assertThat(sent.get()).isLessThan(SIZE);
            assertThat(PlatformDependent.usedDirectMemory() - before).isLessThan(LITTLE);
            mayRead.countDown();
            assertThat(client.reply().text()).isEqualTo("" + SIZE);
            sender.join();
        }
    }
}
