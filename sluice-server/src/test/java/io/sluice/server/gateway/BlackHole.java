package io.sluice.server.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A server whose backlog is full: connecting to it takes forever. */
public final class BlackHole implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 200;

    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> filling = new ArrayList<>();

    public BlackHole() throws IOException {
        boolean full = false;
        while (!full) {
            Socket socket = new Socket();
            filling.add(socket);
            try {
                socket.connect(address(), PATIENCE_MILLIS);
            } catch (SocketTimeoutException e) {
                full = true;
            }
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : filling) {
            socket.close();
        }
        listening.close();
    }
}
