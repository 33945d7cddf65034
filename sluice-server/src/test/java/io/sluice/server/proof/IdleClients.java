package io.sluice.server.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of its own, since one process cannot have as many descriptors as both ends need: connects so many times, sends a request on each connection, says {@code served},
 * keeps all open until it reads a line, sends another request on each, says {@code served} again, and ends with its input.
 */
final class IdleClients {
    private static final byte[] REQUEST = "GET /idle HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII);

    private IdleClients() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        List<SocketChannel> channels = new ArrayList<>();
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            channels.add(SocketChannel.open(server));
            ask(channels.get(channels.size() - 1));
        }
        System.out.println("served");
        if (System.in.read() >= 0) {
            for (SocketChannel channel : channels) {
                ask(channel);
            }
            System.out.println("served");
        }
        while (System.in.read() >= 0) {
            // until nobody wants more
        }
    }

    private static void ask(SocketChannel channel) throws IOException {
        channel.write(ByteBuffer.wrap(REQUEST));
        StringBuilder answer = new StringBuilder();
        ByteBuffer bytes = ByteBuffer.allocate(4_096);
        while (!answer.toString().endsWith("\r\n\r\nok")) {
            if (channel.read(bytes.clear()) < 0) {
                throw new IOException("closed after: " + answer);
            }
            answer.append(US_ASCII.decode(bytes.flip()));
        }
        if (!answer.toString().startsWith("HTTP/1.1 200 ")) {
            throw new IOException("not served: " + answer);
        }
    }
}
