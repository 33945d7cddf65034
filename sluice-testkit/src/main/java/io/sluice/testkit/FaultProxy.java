package io.sluice.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands on loopback in front of a server, and makes the way there slow, stuck or broken when told to. */
public final class FaultProxy implements AutoCloseable {
    private static final int TRIES = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int target;
    private final int port;
    private final ProxyFlow flow = new ProxyFlow();
    private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
    private ServerSocket listener;

    private FaultProxy(int target) {
        this.target = target;
        this.listener = listenAnywhere();
        this.port = listener.getLocalPort();
        accept(listener);
    }

    /** In front of a port on loopback. */
    public static FaultProxy to(int port) {
        return new FaultProxy(port);
    }

    public int port() {
        return port;
    }

    /** Where a client of a Redis behind the proxy goes. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    /** Answers come so much later; what is asked arrives at once. */
    public void delay(Duration by) {
        flow.delay(by);
    }

    /** Accepts, and passes nothing until healed. */
    public void stall() {
        flow.stall();
    }

    /** Resets all connections and refuses new ones until healed. */
    public void cut() {
        stop();
        Deadline.await(PATIENCE, this::refuses, () -> "port " + port + " still accepts connections");
    }

    private synchronized void stop() {
        close(listener);
        connections.forEach(ProxyConnection::reset);
        connections.clear();
    }

    /** The system goes on listening until the thread that waits for connections has noticed. */
    private boolean refuses() {
        try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !probe.isConnected();
        } catch (IOException refused) {
            return true;
        }
    }

    /** Passes everything at once again, also what has stalled. */
    public synchronized void heal() {
        flow.heal();
        if (listener.isClosed()) {
            listener = listen(port);
            accept(listener);
        }
    }

    @Override
    public void close() {
        stop();
        flow.heal();
    }

    private static ServerSocket listenAnywhere() {
        UncheckedIOException last = null;
        for (int i = 0; i < TRIES; i++) {
            try {
                return listen(FreePort.next());
            } catch (UncheckedIOException taken) {
                last = taken;
            }
        }
        throw new IllegalStateException("every port was taken at the last moment", last);
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }

    private void accept(ServerSocket current) {
        ProxyConnection.inBackground(() -> {
            while (!current.isClosed()) {
                take(current, current.accept());
            }
        });
    }

    /** A connection accepted while the proxy was being cut is reset too. */
    private synchronized void take(ServerSocket current, Socket client) throws IOException {
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            ProxyConnection connection = new ProxyConnection(client, server, flow);
            connections.removeIf(ProxyConnection::isClosed);
            connections.add(connection);
            if (current.isClosed()) {
                connection.reset();
            }
        } catch (IOException nobodyThere) {
            client.close();
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop listening", e);
        }
    }
}
