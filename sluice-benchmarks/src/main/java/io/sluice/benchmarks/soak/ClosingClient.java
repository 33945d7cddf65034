package io.sluice.benchmarks.soak;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;

/** A connection for every request; some clients leave before they are answered. */
final class ClosingClient implements SoakClient {
    private static final int PATIENCE_MILLIS = 30_000;

    private final URI gateway;

    ClosingClient(URI gateway) {
        this.gateway = gateway;
    }

    @Override
    public String name() {
        return "closing";
    }

    @Override
    public void round(Outcomes outcomes) throws IOException {
        for (String path : new String[] {"/many/c", "/few/c", "/queue/c"}) {
            try (Socket socket = send(path)) {
                String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
                outcomes.count(name(), answer.length() < 12 ? "no answer" : answer.substring(9, 12));
            }
            send(path).close();
            outcomes.count(name(), "left");
        }
    }

    private Socket send(String path) throws IOException {
        Socket socket = new Socket(gateway.getHost(), gateway.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        String request = "GET " + path + " HTTP/1.1\r\nHost: soak\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return socket;
    }
}
