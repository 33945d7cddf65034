package io.sluice.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on loopback that nobody listens on.
 *
 * <p>They lie below those that systems hand out for outgoing connections: a server that was killed finds its port free when
 * it comes back, and a client that keeps trying to reach it never meets itself. So do the ports 10,000 above, on which the
 * nodes of a cluster talk.
 */
final class FreePort {
    private static final int LEAST = 12_000;
    private static final int MOST = 22_000;
    private static final int TRIES = 1_000;

    private FreePort() {}

    /** Free a moment ago; whoever binds it must be ready to try another. */
    static int next() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LEAST, MOST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + LEAST + " to " + MOST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
