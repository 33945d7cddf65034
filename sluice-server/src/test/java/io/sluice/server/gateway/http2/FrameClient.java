package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Speaks HTTP/2 frame by frame, so that it can also say what no client library would. It gives windows back only when told to. */
final class FrameClient implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RESET = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int WINDOW_UPDATE = 8;
    static final int PUSH_PROMISE = 5;
    static final int GO_AWAY = 7;
    static final int CONTINUATION = 9;
    static final int END_STREAM = 1;
    static final int ACK = 1;
    static final int END_HEADERS = 4;
    static final int PADDED = 8;
    static final int WITH_PRIORITY = 32;

    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final long PAUSE_NANOS = 1_000_000;

    private final Socket socket;
    private final Map<Integer, FrameAnswer> answers = new ConcurrentHashMap<>();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean keeps;
    private int lastStream = -1;
    /** How many settings and pings the server has answered. */
    final AtomicInteger acknowledged = new AtomicInteger();
    /** How many resets have come. */
    final AtomicInteger resets = new AtomicInteger();

    final AtomicInteger goAway = new AtomicInteger(-1);
    volatile boolean closed;

    FrameClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    FrameClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
        frame(SETTINGS, 0, 0, new byte[0]);
        Thread reader = new Thread(this::read, "frames");
        reader.setDaemon(true);
        reader.start();
    }

    /** A request without a body; names and values by turns. */
    FrameAnswer get(String path, String... fields) throws IOException {
        return request("GET", path, END_STREAM, fields);
    }

    /** A request whose body is still to be sent, or is not if the flags say so. */
    FrameAnswer request(String method, String path, int flags, String... fields) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "http");
        field(block, ":authority", "localhost");
        field(block, ":path", path);
        return open(block, flags, fields);
    }

    /** With nothing but these fields. */
    FrameAnswer raw(int flags, String... fields) throws IOException {
        return open(new ByteArrayOutputStream(), flags, fields);
    }

    private FrameAnswer open(ByteArrayOutputStream block, int flags, String... fields) throws IOException {
        for (int i = 0; i < fields.length; i += 2) {
            field(block, fields[i], fields[i + 1]);
        }
        FrameAnswer answer = next();
        frame(HEADERS, flags | END_HEADERS, answer.stream, block.toByteArray());
        return answer;
    }

    /** A stream whose frames a test sends itself. */
    FrameAnswer next() {
        lastStream += 2;
        return at(lastStream);
    }

    /** The same, with a number that may be out of order. */
    FrameAnswer at(int stream) {
        FrameAnswer answer = new FrameAnswer(stream);
        answers.put(stream, answer);
        return answer;
    }

    void data(int stream, byte[] bytes, int flags) throws IOException {
        frame(DATA, flags, stream, bytes);
    }

    /** All of a body, as fast as the windows allow. */
    void body(FrameAnswer answer, byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; at += 16_384) {
            int length = Math.min(16_384, bytes.length - at);
            takeWindow(answer, length);
            data(answer.stream, java.util.Arrays.copyOfRange(bytes, at, at + length), 0);
        }
        data(answer.stream, new byte[0], END_STREAM);
    }

    private final FrameAnswer connection = new FrameAnswer(0);

    private void takeWindow(FrameAnswer answer, int length) {
        await("a window for " + length, () -> answer.window.get() >= length && connection.window.get() >= length);
        answer.window.addAndGet(-length);
        connection.window.addAndGet(-length);
    }

    void trailers(int stream, String... fields) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            field(block, fields[i], fields[i + 1]);
        }
        frame(HEADERS, END_HEADERS | END_STREAM, stream, block.toByteArray());
    }

    void reset(int stream) throws IOException {
        frame(RESET, 0, stream, ByteBuffer.allocate(4).putInt(8).array());
    }

    /** Room for more of the answers. */
    void window(int stream, int bytes) throws IOException {
        frame(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
    }

    /** Literally and without indexing. */
    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        text(block, name);
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        int length = text.length();
        if (length < 127) {
            block.write(length);
        } else {
            block.write(127);
            int rest = length - 127;
            for (; rest >= 128; rest /= 128) {
                block.write(rest % 128 + 128);
            }
            block.write(rest);
        }
        block.writeBytes(text.getBytes(US_ASCII));
    }

    synchronized void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
        if (keeps) {
            kept.writeBytes(frame.array());
        } else {
            socket.getOutputStream().write(frame.array());
        }
    }

    /** From here on, frames wait for {@link #sendKept}. */
    synchronized void keep() {
        keeps = true;
    }

    /** In one piece, so that the server reads all of it or nothing: what it has not read when it closes would cost us its last words. */
    synchronized void sendKept() throws IOException {
        keeps = false;
        socket.getOutputStream().write(kept.toByteArray());
        kept.reset();
    }

    private void read() {
        try (DefaultHttp2FrameReader reader = new DefaultHttp2FrameReader(new DefaultHttp2HeadersDecoder(false))) {
            ChannelHandlerContext context = new EmbeddedChannel(new ChannelInboundHandlerAdapter())
                    .pipeline()
                    .firstContext();
            FrameNotes notes = new FrameNotes(answers, connection, goAway, acknowledged, resets);
            InputStream in = socket.getInputStream();
            for (byte[] head = in.readNBytes(9); head.length == 9; head = in.readNBytes(9)) {
                int length = (head[0] & 0xFF) << 16 | (head[1] & 0xFF) << 8 | (head[2] & 0xFF);
                ByteBuf frame = Unpooled.wrappedBuffer(head, in.readNBytes(length));
                reader.readFrame(context, frame, notes);
                if (head[3] == SETTINGS && (head[4] & 1) == 0) {
                    frame(SETTINGS, 1, 0, new byte[0]);
                }
            }
        } catch (IOException | Http2Exception e) {
            // The connection is over.
        } finally {
            closed = true;
        }
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("never came true: " + what);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
