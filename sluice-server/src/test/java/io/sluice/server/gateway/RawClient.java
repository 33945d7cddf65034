package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/** One connection of a client that sends and reads byte for byte. */
public final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    /** An answer whose body ended as its head said. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Reply(int status, String head, byte[] body) {
        public String text() {
            return new String(body, ISO_8859_1);
        }

        public boolean has(String line) {
            return head.lines().anyMatch(line::equalsIgnoreCase);
        }
    }

    public final Socket socket;
    private final InputStream in;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static RawClient to(int port) {
        try {
            return on(new Socket(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** On a socket that is connected, and closed with the client. */
    public static RawClient on(Socket socket) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawClient(socket);
    }

    public RawClient send(String text) throws IOException {
        return send(text.getBytes(ISO_8859_1));
    }

    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    public Reply get(String path, String... lines) throws IOException {
        StringBuilder text = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String line : lines) {
            text.append(line).append("\r\n");
        }
        return send(text.append("\r\n").toString()).reply();
    }

    public Reply reply() throws IOException {
        return reply(true);
    }

    /** Without a body, as to HEAD. */
    public Reply replyWithoutBody() throws IOException {
        return reply(false);
    }

    private Reply reply(boolean withBody) throws IOException {
        String head = line("\r\n\r\n");
        int status = Integer.parseInt(head.substring(9, 12));
        String lower = head.toLowerCase(Locale.ROOT);
        if (!withBody || status < 200 || status == 204 || status == 304) {
            return new Reply(status, head, new byte[0]);
        }
        if (lower.contains("transfer-encoding: chunked")) {
            return new Reply(status, head, chunks());
        }
        int at = lower.indexOf("content-length: ");
        if (at >= 0) {
            int length = Integer.parseInt(lower.substring(at + 16, lower.indexOf("\r\n", at)));
            byte[] body = in.readNBytes(length);
            if (body.length < length) {
                throw new IOException("the body ended after " + body.length + " of " + length + " bytes");
            }
            return new Reply(status, head, body);
        }
        return new Reply(status, head, in.readAllBytes());
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line("\r\n").strip(), 16);
            if (size == 0) {
                String trailer = line("\r\n");
                while (!trailer.equals("\r\n")) {
                    body.writeBytes(("[" + trailer.strip() + "]").getBytes(ISO_8859_1));
                    trailer = line("\r\n");
                }
                return body.toByteArray();
            }
            body.writeBytes(in.readNBytes(size));
            line("\r\n");
        }
    }

    /** Up to and with this. */
    public String line(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.length() < end.length()
                || !text.substring(text.length() - end.length()).equals(end)) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("closed after: " + text);
            }
            text.append((char) b);
        }
        return text.toString();
    }

    public byte[] bytes(int length) throws IOException {
        return in.readNBytes(length);
    }

    public String rest() throws IOException {
        return new String(in.readAllBytes(), ISO_8859_1);
    }

    /** Up to the end of the line, without it; what has come if the other side ends before. */
    public String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().stripTrailing();
    }

    public String text(int length) throws IOException {
        return new String(in.readNBytes(length), ISO_8859_1);
    }

    public boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
