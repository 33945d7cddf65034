package io.sluice.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** Sends requests byte for byte, where a client library would put them right. */
public final class RawHttp {
    private static final int PATIENCE_MILLIS = 30_000;

    private final String from;
    private final int port;

    private RawHttp(String from, int port) {
        this.from = from;
        this.port = port;
    }

    /** From 127.0.0.1. */
    public static RawHttp to(int port) {
        return new RawHttp("127.0.0.1", port);
    }

    /** From another address of loopback, such as 127.0.0.2. */
    public RawHttp from(String address) {
        return new RawHttp(address, port);
    }

    /** A request without a body, on a connection of its own; header lines as they are to be sent. */
    public RawAnswer get(String target, String... headerLines) {
        return request("GET", target, headerLines);
    }

    public RawAnswer request(String method, String target, String... headerLines) {
        StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String line : headerLines) {
            text.append(line).append("\r\n");
        }
        return exchange(text.append("Connection: close\r\n\r\n").toString());
    }

    /** Sends this and reads until the other side closes. */
    public RawAnswer exchange(String bytes) {
        try (Socket socket = send(bytes)) {
            return RawAnswer.parse(read(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends this; the socket is the caller's to close. */
    public Socket send(String bytes) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return socket;
    }

    private static String read(Socket socket) throws IOException {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (SocketException reset) {
            // Closed while bytes were still on their way.
            return "";
        }
    }
}
