package io.sluice.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code sluice serve} as a process of its own, with all doors on ports that are free. */
final class ServeProcess implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Process process;
    private final List<String> said = new CopyOnWriteArrayList<>();

    private ServeProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "serve-output");
        reader.setDaemon(true);
        reader.start();
    }

    static ServeProcess start(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
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
        ServeProcess started = new ServeProcess(
                new ProcessBuilder(heeding(command)).redirectErrorStream(true).start());
        started.await("Ctrl-C stops it.");
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

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException e) {
            said.add(e.toString());
        }
    }

    /** Of a door: {@code http://127.0.0.1:12345}. */
    String url(String door) {
        Pattern line = Pattern.compile("  " + door + " +(\\S+) .*");
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
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0 || (!process.isAlive() && !condition.getAsBoolean())) {
                throw new AssertionError("not seen: " + what + "\n" + String.join("\n", said));
            }
            Thread.onSpinWait();
        }
    }

    int exitStatus() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("it goes on\n" + String.join("\n", said));
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
