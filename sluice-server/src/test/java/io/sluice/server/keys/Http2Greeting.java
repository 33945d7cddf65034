package io.sluice.server.keys;

import io.sluice.server.gateway.RawClient;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The first that a server says to a client which speaks HTTP/2, without TLS and without having asked. */
record Http2Greeting(ByteBuffer settings) {
    private static final int FRAME_HEAD = 9;
    private static final int SETTINGS = 4;
    private static final int MAX_CONCURRENT_STREAMS = 3;

    static Http2Greeting of(RawClient client) throws IOException {
        client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").send(new byte[] {0, 0, 0, SETTINGS, 0, 0, 0, 0, 0});
        byte[] head = client.bytes(FRAME_HEAD);
        if (head.length < FRAME_HEAD || head[3] != SETTINGS) {
            throw new IOException("no settings, but " + new String(head, java.nio.charset.StandardCharsets.US_ASCII));
        }
        return new Http2Greeting(ByteBuffer.wrap(client.bytes(head[2])));
    }

    int mostStreams() throws IOException {
        while (settings.hasRemaining()) {
            int name = settings.getShort();
            int value = settings.getInt();
            if (name == MAX_CONCURRENT_STREAMS) {
                return value;
            }
        }
        throw new IOException("nothing is said of streams");
    }
}
