package io.sluice.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A call to the rate limit service by a client that has no room for the answer's body, and leaves as soon as the head has come. */
final class UnansweredCall {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final byte[] NO_WINDOW = {0, 4, 0, 0, 0, 0};
    private static final String[] FIELDS = {
        ":method", "POST",
        ":scheme", "http",
        ":authority", "sluice",
        ":path", "/envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit",
        "content-type", "application/grpc",
        "te", "trailers"
    };
    /** The length before the message; domain {@code shop}, and a descriptor of one entry: {@code user} is {@code ann}. */
    private static final String MESSAGE = "\0\0\0\0\25\n\4shop\22\15\n\13\n\4user\22\3ann";

    private UnansweredCall() {}

    static void leaveFrom(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            ByteArrayOutputStream call = new ByteArrayOutputStream();
            call.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
            DataOutputStream frames = new DataOutputStream(call);
            frame(frames, SETTINGS, 0, 0, NO_WINDOW);
            frame(frames, HEADERS, END_HEADERS, 1, fields());
            frame(frames, DATA, END_STREAM, 1, MESSAGE.getBytes(ISO_8859_1));
            socket.getOutputStream().write(call.toByteArray());
            awaitHead(new DataInputStream(socket.getInputStream()));
        }
    }

    /** Literally and without indexing. */
    private static byte[] fields() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < FIELDS.length; i++) {
            if (i % 2 == 0) {
                block.write(0);
            }
            block.write(FIELDS[i].length());
            block.writeBytes(FIELDS[i].getBytes(US_ASCII));
        }
        return block.toByteArray();
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
            throws IOException {
        out.writeByte(0);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
    }

    private static void awaitHead(DataInputStream in) throws IOException {
        int type = SETTINGS;
        while (type != HEADERS) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            type = in.readUnsignedByte();
            in.skipNBytes(5 + length);
        }
    }
}
