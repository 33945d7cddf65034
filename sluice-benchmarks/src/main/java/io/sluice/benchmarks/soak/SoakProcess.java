package io.sluice.benchmarks.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@link SoakServer}. */
final class SoakProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;
    private final Map<String, URI> doors = new HashMap<>();

    private SoakProcess(Process process) throws IOException {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        for (String line = answers.readLine(); !"ready".equals(line); line = answers.readLine()) {
            if (line == null) {
                throw new IOException("the server does not start");
            }
            String[] words = line.split(" ", 2);
            doors.put(words[0], URI.create(words[1]));
        }
    }

    /** What it logs goes to a file. */
    static SoakProcess start(Path rules, int upstreamPort, Path log) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SoakServer.class.getName(),
                        rules.toString(),
                        "http://127.0.0.1:" + upstreamPort)
                .redirectError(Redirect.to(log.toFile()))
                .start();
        try {
            return new SoakProcess(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw new IOException(e.getMessage() + ":\n" + Files.readString(log), e);
        }
    }

    /** Where one of its doors is. */
    URI door(String name) {
        URI found = doors.get(name);
        if (found == null) {
            throw new IllegalStateException("the server has no door called " + name + ", only " + doors.keySet());
        }
        return found;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What it holds on to at this moment. */
    Held held() throws IOException {
        questions.write("heap\n");
        questions.flush();
        long heap = Long.parseLong(answers.readLine());
        try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return new Held(heap, descriptors.count());
        }
    }

    /** With time to end by itself, as its input does. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (IOException alreadyGone) {
            // as wanted
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
