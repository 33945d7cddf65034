package io.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
    private final RedisServer redis = RedisServer.start();
    private final FaultProxy proxy = FaultProxy.to(redis.port());

    @AfterEach
    void close() {
        proxy.close();
        redis.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void send(Socket socket) throws IOException {
        socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII);
    }

    @Test
    void passesEverything() throws IOException {
        try (Socket socket = connect()) {
            send(socket);
            assertThat(receive(socket)).isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void anAnswerIsNotEarlierThanTheDelay() throws IOException {
        try (Socket socket = connect()) {
            proxy.delay(Duration.ofMillis(60));
            long start = System.nanoTime();
            send(socket);
            assertThat(receive(socket)).isEqualTo("+PONG\r\n");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(60));
        }
    }

    @Test
    void healingPassesWhatWasDelayed() throws IOException {
        try (Socket socket = connect()) {
            proxy.delay(Duration.ofHours(1));
            send(socket);
            proxy.heal();
            assertThat(receive(socket)).isEqualTo("+PONG\r\n");
        }
    }

    @Test
    void stallsNewAndOldConnectionsUntilHealed() throws IOException {
        try (Socket old = connect()) {
            proxy.stall();
            try (Socket fresh = connect()) {
                for (Socket socket : new Socket[] {old, fresh}) {
                    send(socket);
                    socket.setSoTimeout(30);
                    assertThatThrownBy(() -> receive(socket)).isInstanceOf(SocketTimeoutException.class);
                }
                proxy.heal();
                for (Socket socket : new Socket[] {old, fresh}) {
                    socket.setSoTimeout(10_000);
                    assertThat(receive(socket)).isEqualTo("+PONG\r\n");
                }
            }
        }
    }

    @Test
    void cutsOldConnectionsAndRefusesNewOnesUntilHealed() throws IOException {
        try (Socket old = connect()) {
            send(old);
            receive(old);
            proxy.cut();
            assertThatThrownBy(() -> receive(old)).isInstanceOf(SocketException.class);
            assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
            proxy.heal();
            try (Socket fresh = connect()) {
                send(fresh);
                assertThat(receive(fresh)).isEqualTo("+PONG\r\n");
            }
        }
    }

    @Test
    void aDeadServerEndsTheConnection() throws IOException {
        try (Socket socket = connect()) {
            send(socket);
            receive(socket);
            redis.kill();
            assertThat(receive(socket)).isEmpty();
        }
    }
}
