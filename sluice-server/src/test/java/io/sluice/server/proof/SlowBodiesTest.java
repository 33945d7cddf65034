package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.http.RawHttp;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Whoever does not keep up is waited for, and what waits is not kept in memory. */
class SlowBodiesTest {
    private static final long LENGTH = 64L << 20;
    /** Held by the gateway at most while one side does not read; what the kernel takes comes on top, and out of another purse. */
    private static final long HELD = 8L << 20;

    @Test
    void aDownloadWaitsForItsReader() throws Exception {
        try (HashingServer server = HashingServer.start();
                ProofScene scene = ProofScene.start(ProofScene.settings(), server.address())) {
            long before = ProofScene.directMemory();
            try (Socket socket = RawHttp.to(scene.port())
                    .send("GET /bytes?" + LENGTH + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")) {
                long stopped = ProofScene.restsAt(server.sent::get);
                assertThat(stopped).as("sent by the server").isPositive().isLessThan(LENGTH);
                assertThat(ProofScene.directMemory() - before).isLessThan(HELD);
                InputStream in = new BufferedInputStream(socket.getInputStream());
                skipHead(in);
                assertThat(HashingServer.hash(in)).isEqualTo(HashingServer.hash(LENGTH));
                assertThat(ProofScene.directMemory() - before).isLessThan(HELD);
            }
        }
    }

    @Test
    void anUploadWaitsForItsReader() throws Exception {
        AtomicLong written = new AtomicLong();
        try (HashingServer server = HashingServer.start();
                ProofScene scene = ProofScene.start(ProofScene.settings(), server.address())) {
            long before = ProofScene.directMemory();
            try (Socket socket = RawHttp.to(scene.port())
                    .send("POST /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: " + LENGTH
                            + "\r\n\r\n")) {
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(socket, written));
                long stopped = ProofScene.restsAt(written::get);
                assertThat(stopped).as("written by the client").isPositive().isLessThan(LENGTH);
                assertThat(ProofScene.directMemory() - before).isLessThan(HELD);
                server.read();
                InputStream in = new BufferedInputStream(socket.getInputStream());
                skipHead(in);
                assertThat(new String(in.readAllBytes(), US_ASCII)).isEqualTo(HashingServer.hash(LENGTH));
                assertThat(ProofScene.directMemory() - before).isLessThan(HELD);
                writing.join();
            }
        }
    }

    private static void write(Socket socket, AtomicLong written) {
        try {
            OutputStream out = socket.getOutputStream();
            Random random = new Random(LENGTH);
            byte[] piece = new byte[16_384];
            for (long sent = 0; sent < LENGTH; sent += piece.length) {
                random.nextBytes(piece);
                out.write(piece);
                written.addAndGet(piece.length);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void skipHead(InputStream in) throws IOException {
        int last = 0;
        while (last != 0x0D0A0D0A) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("closed within the head");
            }
            last = last << 8 | b;
        }
    }
}
