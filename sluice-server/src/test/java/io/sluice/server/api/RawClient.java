package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

/** A connection that sends what it is told to, byte by byte if need be. */
final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawClient(int port) throws IOException {
        this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        socket.setTcpNoDelay(true);
        this.in = socket.getInputStream();
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Head and body of one answer. */
    String answer() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (!all.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
            all.write(next());
        }
        String head = all.toString(ISO_8859_1);
        for (int left = length(head); left > 0; left--) {
            all.write(next());
        }
        return all.toString(ISO_8859_1);
    }

    private int next() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new IOException("the connection was closed");
        }
        return b;
    }

    private static int length(String head) {
        int at = head.indexOf("Content-Length: ");
        return at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r\n", at)));
    }

    boolean isClosed() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
