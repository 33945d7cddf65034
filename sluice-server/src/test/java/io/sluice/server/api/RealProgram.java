package io.sluice.server.api;

import io.sluice.testkit.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program of this machine, run in the foreground in a folder of its own until the test ends. */
final class RealProgram implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Process process;
    private final Path output;

    private RealProgram(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts it and waits until it listens. A machine without it cannot run the test; one that builds for everybody must have it. */
    static RealProgram start(Path folder, int port, String name, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Programs.find(name, "apt-get install " + name).toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve(name + ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("HOME", folder.toString());
        RealProgram program = new RealProgram(builder.start(), output);
        program.awaitPort(port);
        return program;
    }

    /** What it has used of the processors. */
    long cpuNanos() {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    /** Sends a signal by its name, such as STOP. */
    void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new IllegalStateException("cannot send " + name);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitPort(int port) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!isOpen(port)) {
            if (System.nanoTime() - end > 0 || process.waitFor(20, TimeUnit.MILLISECONDS)) {
                close();
                throw new IllegalStateException("it does not listen: " + Files.readString(output));
            }
        }
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
