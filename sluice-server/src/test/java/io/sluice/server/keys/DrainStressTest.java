package io.sluice.server.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.server.gateway.RawUpstream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many clients that use their connection again and again while the server drains: none is left without an answer to a request it has sent. */
class DrainStressTest {
    private static final int CLIENTS = 40;

    @TempDir
    Path folder;

    private final RawUpstream upstream = RawUpstream.start(request -> request.ok("passed"));
    private final AtomicInteger answered = new AtomicInteger();
    /** Clients that have been answered once. */
    private final AtomicInteger started = new AtomicInteger();
    /** Ends of connections that a client cannot put down to a drain. */
    private final Queue<String> broken = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        upstream.close();
    }

    @ParameterizedTest
    @CsvSource({"gateway, /", "api, /v1/authorize", "admin, /healthz"})
    void everyRequestIsAnswered(String door, String path) throws Exception {
        ServerScene scene = ServerScene.with(upstream, folder, "drain: 10s");
        int port = scene.port(door);
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> askUntilToldToClose(port, path), "client " + i);
            client.start();
            clients.add(client);
        }
        ServerScene.until("all are at it", () -> started.get() == CLIENTS && answered.get() > 10 * CLIENTS);
        scene.server.drain();
        for (Thread client : clients) {
            client.join(Duration.ofSeconds(30).toMillis());
        }
        assertThat(broken).isEmpty();
        assertThat(clients).noneMatch(Thread::isAlive);
    }

    private void askUntilToldToClose(int port, String path) {
        byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(ISO_8859_1);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request);
            String head = answer(socket.getInputStream());
            started.incrementAndGet();
            while (!head.contains("connection: close")) {
                socket.getOutputStream().write(request);
                head = answer(socket.getInputStream());
                answered.incrementAndGet();
            }
        } catch (IOException e) {
            broken.add(e.toString());
        }
    }

    private static String answer(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("closed after '" + head + "'");
            }
            head.append((char) b);
        }
        String lower = head.toString().toLowerCase(java.util.Locale.ROOT);
        int at = lower.indexOf("content-length: ");
        int length = at < 0 ? 0 : Integer.parseInt(lower.substring(at + 16, lower.indexOf('\r', at)));
        if (in.readNBytes(length).length < length) {
            throw new IOException("the body is cut off");
        }
        return lower;
    }

    /** Without a word for it in the protocol, the end comes between two answers. */
    @Test
    void everyCommandOfARedisClientIsAnsweredOrMeetsACleanEnd() throws Exception {
        ServerScene scene = ServerScene.with(upstream, folder, "drain: 10s");
        int port = scene.port("resp");
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> pingUntilTheEnd(port), "client " + i);
            client.start();
            clients.add(client);
        }
        ServerScene.until("all are at it", () -> started.get() == CLIENTS && answered.get() > 10 * CLIENTS);
        scene.server.drain();
        for (Thread client : clients) {
            client.join(Duration.ofSeconds(30).toMillis());
        }
        assertThat(broken).isEmpty();
        assertThat(clients).noneMatch(Thread::isAlive);
    }

    private void pingUntilTheEnd(int port) {
        byte[] request = "*1\r\n$4\r\nPING\r\n".getBytes(ISO_8859_1);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request);
            byte[] reply = socket.getInputStream().readNBytes(7);
            started.incrementAndGet();
            while (reply.length > 0) {
                socket.getOutputStream().write(request);
                reply = socket.getInputStream().readNBytes(7);
                if (reply.length > 0 && !new String(reply, ISO_8859_1).equals("+PONG\r\n")) {
                    throw new IOException("half a reply");
                }
                answered.incrementAndGet();
            }
        } catch (IOException e) {
            broken.add(e.toString());
        }
    }
}
