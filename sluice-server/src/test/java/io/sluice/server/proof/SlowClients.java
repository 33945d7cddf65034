package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Connections on which a head comes that never ends, byte by byte. */
final class SlowClients implements AutoCloseable {
    private static final byte[] HEAD = "GET /slow HTTP/1.1\r\nHost: a\r\nX: ".getBytes(US_ASCII);

    private final List<SocketChannel> channels = new ArrayList<>();
    private final ByteBuffer answer = ByteBuffer.allocate(4_096);
    private int sent;

    private SlowClients() {}

    static SlowClients connect(int port, int count) throws IOException {
        SlowClients clients = new SlowClients();
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.configureBlocking(false);
            clients.channels.add(channel);
        }
        return clients;
    }

    void sendOneByteEach() {
        byte next = sent < HEAD.length ? HEAD[sent] : (byte) 'x';
        sent++;
        channels.removeIf(channel -> isClosed(channel, next));
    }

    private boolean isClosed(SocketChannel channel, byte next) {
        try {
            channel.write(ByteBuffer.wrap(new byte[] {next}));
            answer.clear();
            if (channel.read(answer) >= 0) {
                return false;
            }
        } catch (IOException closed) {
            // as it should be
        }
        close(channel);
        return true;
    }

    int open() {
        return channels.size();
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        channels.forEach(SlowClients::close);
    }
}
