package io.sluice.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code sluice serve} as a process of its own, with all doors on ports that are free. */
final class ServeProcess implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Process process;
    /** On either stream, in the order it came. */
    private final List<String> said = new CopyOnWriteArrayList<>();

    final List<String> output = new CopyOnWriteArrayList<>();
    final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<Thread> readers;

    private ServeProcess(Process process) {
        this.process = process;
        this.readers = List.of(reading(process.getInputStream(), output), reading(process.getErrorStream(), errors));
    }

    private Thread reading(InputStream stream, List<String> kept) {
        Thread reader = new Thread(() -> read(stream, kept), "serve-output");
        reader.setDaemon(true);
        reader.start();
        return reader;
    }

    static ServeProcess start(String... arguments) throws IOException, InterruptedException {
        return start(List.of(), arguments);
    }

    /** With these options for its Java. */
    static ServeProcess start(List<String> options, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= 22) {
            // As the manifest of the program says; newer Javas warn of native code otherwise.
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(options);
        command.addAll(List.of(
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.sluice.cli.Main",
                "serve",
                "--port",
                "0",
                "--api-port",
                "0",
                "--resp-port",
                "0",
                "--admin-port",
                "0",
                "--admin-token",
                "token-of-the-test"));
        command.addAll(List.of(arguments));
        ServeProcess started = new ServeProcess(new ProcessBuilder(heeding(command)).start());
        started.await(
                "its start",
                () -> started.said.stream()
                        .anyMatch(
                                line -> line.equals("Ctrl-C stops it.") || line.endsWith("\"message\":\"started\"}")));
        return started;
    }

    /** Who builds in the background may have told everything below to ignore signals, which Java heeds. */
    private static List<String> heeding(List<String> command) throws IOException, InterruptedException {
        List<String> again = List.of("env", "--default-signal=HUP,INT,TERM");
        List<String> trial = new ArrayList<>(again);
        trial.add("true");
        boolean knows = new ProcessBuilder(trial).start().waitFor() == 0;
        List<String> all = new ArrayList<>(knows ? again : List.of());
        all.addAll(command);
        return all;
    }

    private void read(InputStream stream, List<String> kept) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            lines.lines().forEach(line -> {
                kept.add(line);
                said.add(line);
            });
        } catch (IOException | UncheckedIOException e) {
            said.add(e.toString());
        }
    }

    /** Of a door: {@code http://127.0.0.1:12345}. */
    String url(String door) {
        Pattern line = Pattern.compile("(?:  |.*\"message\":\")" + door + " +(?:listens on )?(http\\S+|redis\\S+) .*");
        return said.stream()
                .map(line::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + door + " in " + said));
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Until it has said this. */
    void await(String part) {
        await(part, () -> said.stream().anyMatch(line -> line.contains(part)));
    }

    void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        boolean over = false;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0 || over) {
                throw new AssertionError("not seen: " + what + "\n" + String.join("\n", said));
            }
            over = readers.stream().noneMatch(Thread::isAlive);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** When it has ended, and all that it said is here. */
    int exitStatus() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("it goes on\n" + String.join("\n", said));
        }
        for (Thread reader : readers) {
            reader.join(PATIENCE_NANOS / 1_000_000);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
