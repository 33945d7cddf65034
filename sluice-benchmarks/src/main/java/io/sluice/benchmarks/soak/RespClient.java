package io.sluice.benchmarks.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;

/** Sends commands in a row to the door for Redis clients. */
final class RespClient implements SoakClient {
    private static final int IN_A_ROW = 20;
    private static final int NUMBERS = 5;
    private static final int PATIENCE_MILLIS = 30_000;

    private final Socket socket;
    private final BufferedReader replies;

    RespClient(URI door) throws IOException {
        socket = new Socket(door.getHost(), door.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    }

    @Override
    public String name() {
        return "RESP";
    }

    @Override
    public void round(Outcomes outcomes) throws IOException {
        socket.getOutputStream()
                .write("CL.THROTTLE soak 15 30 60\r\n".repeat(IN_A_ROW).getBytes(US_ASCII));
        for (int i = 0; i < IN_A_ROW; i++) {
            outcomes.count(name(), reply());
        }
    }

    private String reply() throws IOException {
        String first = replies.readLine();
        if (!"*5".equals(first)) {
            return "error: " + first;
        }
        String limited = replies.readLine();
        for (int i = 1; i < NUMBERS; i++) {
            replies.readLine();
        }
        return ":0".equals(limited) ? "allowed" : "refused";
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
