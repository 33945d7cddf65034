package io.sluice.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running redis-server, and what it has written. Ends with the virtual machine. */
final class RedisProcess implements AutoCloseable {
    private final Process process;
    private final Path log;

    private RedisProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static RedisProcess start(Path folder, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(RedisProgram.PATH.toString());
        command.addAll(arguments);
        try {
            Path log = Files.createTempFile(folder, "redis", ".log");
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            RedisProcess started = new RedisProcess(process, log);
            AtExit.close(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command, e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + log, e);
        }
    }

    /** Sends a signal by its name, such as STOP. */
    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("cannot send " + name + " to process " + process.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send " + name, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Kills it, without a chance to say goodbye. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " outlives SIGKILL");
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        AtExit.forget(this);
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }
}
