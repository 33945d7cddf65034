package io.sluice.server.gateway.http2;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of HTTP/2 that goes away on its first connection as soon as a request comes, and on the second says nothing until it is told to; there it counts the bytes of a body. */
final class HesitantTarget implements AutoCloseable {
    private static final int GO_AWAY = 7;
    private static final byte STATUS_200 = (byte) 0x88;

    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger received = new AtomicInteger();
    final CountDownLatch speak = new CountDownLatch(1);
    private final ServerSocket listening;

    HesitantTarget() throws IOException {
        listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "hesitant");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    private void serve() {
        try (Socket first = listening.accept()) {
            connections.incrementAndGet();
            frame(first, FrameClient.SETTINGS, 0, 0);
            untilARequest(first);
            frame(first, GO_AWAY, 0, 0, new byte[8]);
            try (Socket second = listening.accept()) {
                connections.incrementAndGet();
                speak.await();
                frame(second, FrameClient.SETTINGS, 0, 0);
                takeBody(second);
            }
        } catch (IOException | InterruptedException over) {
            // The test is over.
        }
    }

    private static void untilARequest(Socket socket) throws IOException {
        DataInputStream in = preface(socket);
        while (header(in).get(3) != FrameClient.HEADERS) {
            // something about the connection
        }
    }

    private void takeBody(Socket socket) throws IOException {
        DataInputStream in = preface(socket);
        while (true) {
            ByteBuffer header = header(in);
            if (header.get(3) == FrameClient.DATA) {
                received.addAndGet(header.getInt(0) >>> 8);
                if (header.get(4) == FrameClient.END_STREAM) {
                    int flags = FrameClient.END_STREAM | FrameClient.END_HEADERS;
                    frame(socket, FrameClient.HEADERS, flags, header.getInt(5), STATUS_200);
                }
            }
        }
    }

    private static DataInputStream preface(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        in.readNBytes(24);
        return in;
    }

    /** Of the next frame, whose payload is skipped. */
    private static ByteBuffer header(DataInputStream in) throws IOException {
        byte[] header = new byte[9];
        in.readFully(header);
        in.skipNBytes(ByteBuffer.wrap(header).getInt(0) >>> 8);
        return ByteBuffer.wrap(header);
    }

    private static void frame(Socket socket, int type, int flags, int stream, byte... payload) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(ByteBuffer.allocate(9 + payload.length)
                .put((byte) 0)
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array());
        out.flush();
    }

    @Override
    public void close() throws IOException {
        speak.countDown();
        listening.close();
    }
}
