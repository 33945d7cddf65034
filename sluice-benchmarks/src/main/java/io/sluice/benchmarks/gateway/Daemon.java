package io.sluice.benchmarks.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A server in a process of its own, on a port of its own. */
final class Daemon implements Measured {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int CONNECT_MILLIS = 200;

    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static { // whoever ends the benchmark does not end its children with it
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Processes::end), "daemons-exit"));
    }

    private final Process process;
    private final int port;

    private Daemon(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a program whose words end up in a file of this folder, and waits until it listens. */
    static Daemon start(Path folder, int port, String... command) throws IOException, InterruptedException {
        Path log = Files.createTempFile(folder, "daemon", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        RUNNING.add(process);
        Daemon daemon = new Daemon(process, port);
        if (!daemon.listensSoon()) {
            daemon.close();
            throw new IOException(String.join(" ", command) + " does not start:\n" + Files.readString(log));
        }
        return daemon;
    }

    private boolean listensSoon() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (process.isAlive() && System.nanoTime() - end < 0) {
            if (listens()) {
                return true;
            }
            Thread.sleep(20);
        }
        return false;
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** One that is free now. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public long cpuMicros() {
        return Processes.cpuMicros(process);
    }

    @Override
    public void close() {
        Processes.end(process);
        RUNNING.remove(process);
    }
}
