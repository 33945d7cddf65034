package io.sluice.testkit;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One client's way to the server and back: what comes in waits in a queue until it may be passed on. */
final class ProxyConnection {
    private static final int CHUNK = 16_384;

    private static final class Chunk {
        final byte[] bytes;
        final long due;

        Chunk(byte[] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }

    /** What a thread does until a connection breaks. */
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    private final Socket client;
    private final Socket server;
    private final ProxyFlow flow;

    ProxyConnection(Socket client, Socket server, ProxyFlow flow) throws IOException {
        this.client = client;
        this.server = server;
        this.flow = flow;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        pass(client, server, false);
        pass(server, client, true);
    }

    private void pass(Socket from, Socket to, boolean delayed) {
        BlockingQueue<Chunk> waiting = new LinkedBlockingQueue<>();
        inBackground(() -> read(from, waiting, delayed));
        inBackground(() -> write(waiting, to));
    }

    private void read(Socket from, BlockingQueue<Chunk> waiting, boolean delayed) throws IOException {
        byte[] buffer = new byte[CHUNK];
        try {
            for (int n = from.getInputStream().read(buffer);
                    n >= 0;
                    n = from.getInputStream().read(buffer)) {
                waiting.add(new Chunk(Arrays.copyOf(buffer, n), delayed ? flow.due() : System.nanoTime()));
            }
        } finally {
            waiting.add(new Chunk(new byte[0], System.nanoTime()));
        }
    }

    /** An empty chunk is the end, which is held up like the rest. */
    private void write(BlockingQueue<Chunk> waiting, Socket to) throws IOException, InterruptedException {
        try {
            Chunk next;
            do {
                next = waiting.take();
                flow.awaitPassage(next.due);
                to.getOutputStream().write(next.bytes);
            } while (next.bytes.length > 0);
        } finally {
            close();
        }
    }

    static void inBackground(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException broken) {
                        // the other threads of this connection see it too
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "fault-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    boolean isClosed() {
        return client.isClosed() && server.isClosed();
    }

    /** As a router that forgot the connection would. */
    void reset() {
        try {
            client.setSoLinger(true, 0);
            server.setSoLinger(true, 0);
            close();
        } catch (IOException alreadyClosed) {
            // nothing left to reset
        }
    }

    private void close() throws IOException {
        client.close();
        server.close();
    }
}
