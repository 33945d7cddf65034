package io.sluice.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Just enough HTTP/2 to open streams and to reset them. */
final class Http2Client implements AutoCloseable {
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int WHOLE_REQUEST = 5;
    private static final int CANCEL = 8;

    private final Socket socket;
    private int lastStream = -1;

    Http2Client(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(SETTINGS, 0, 0, new byte[0]);
    }

    /** Gives the stream's number. */
    int get(String path) throws IOException {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        field(fields, ":method", "GET");
        field(fields, ":scheme", "http");
        field(fields, ":authority", "localhost");
        field(fields, ":path", path);
        lastStream += 2;
        frame(HEADERS, WHOLE_REQUEST, lastStream, fields.toByteArray());
        return lastStream;
    }

    void reset(int stream) throws IOException {
        frame(RESET, 0, stream, ByteBuffer.allocate(4).putInt(CANCEL).array());
    }

    /** Literally and without indexing. */
    private static void field(ByteArrayOutputStream fields, String name, String value) {
        fields.write(0);
        fields.write(name.length());
        fields.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        fields.write(value.length());
        fields.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) 0).putShort((short) payload.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        socket.getOutputStream().write(frame.array());
        socket.getOutputStream().flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
