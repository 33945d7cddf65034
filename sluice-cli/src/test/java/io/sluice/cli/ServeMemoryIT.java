package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server with a small heap, and clients that send more than fits into it. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServeMemoryIT {
    private static final int MANY = 150;
    private static final int PATIENCE_MILLIS = 30_000;

    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(String url) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    }

    private static Socket connect(ServeProcess server, String door) throws IOException {
        int port = URI.create(server.url(door)).getPort();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** A connection that has sent all of its request but one byte, if it was let. */
    private static Socket unfinished(ServeProcess server, String door, String request) throws IOException {
        Socket socket = connect(server, door);
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // refused while it was sending
        }
        return socket;
    }

    private static String ping(ServeProcess server) throws IOException {
        try (Socket socket = connect(server, "resp")) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(7), StandardCharsets.US_ASCII);
        }
    }

    private void survives(String door, String request) throws Exception {
        List<Socket> held = new ArrayList<>();
        List<String> options = List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError");
        try (ServeProcess server = ServeProcess.start(options)) {
            for (int i = 0; i < MANY; i++) {
                held.add(unfinished(server, door, request));
                if (i % 10 == 0) {
                    assertThat(ping(server)).isEqualTo("+PONG\r\n");
                }
            }
            assertThat(get(server.url("admin") + "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(server.url("gateway") + "/").statusCode()).isEqualTo(200);
            assertThat(get(server.url("api") + "/").statusCode()).isEqualTo(200);
            assertThat(ping(server)).isEqualTo("+PONG\r\n");
            assertThat(get(server.url("admin") + "/metrics").body())
                    .containsPattern("sluice_unfinished_refused_total\\{cause=\"memory\",door=\"" + door
                            + "\"} 1[0-9][0-9]\\.0");
            server.signal("TERM");
            assertThat(server.exitStatus()).isZero();
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void unfinishedRequestsToRespDoNotFillTheHeap() throws Exception {
        String argument = "x".repeat(500_000);
        survives("resp", "*3\r\n$500000\r\n" + argument + "\r\n$500000\r\n" + argument.substring(1));
    }

    @Test
    void unfinishedRequestsToTheApiDoNotFillTheHeap() throws Exception {
        survives(
                "api",
                "POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000001\r\n\r\n"
                        + "x".repeat(1_000_000));
    }
}
