package io.sluice.benchmarks.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/** A {@link MeasuredServer}. */
final class SluiceDaemon implements Measured {
    private final Process process;
    private final BufferedReader answers;
    private final Writer questions;
    private final int port;

    private SluiceDaemon(Process process, BufferedReader answers, int port) {
        this.process = process;
        this.answers = answers;
        this.questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        this.port = port;
    }

    static SluiceDaemon start(Contender.Site site, Load load, String rules, int threads, String transport)
            throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MeasuredServer.class.getName(),
                        rules,
                        "http://127.0.0.1:" + site.upstreamPort(),
                        Integer.toString(threads),
                        transport)
                .redirectError(site.folder()
                        .resolve("sluice-" + threads + "-" + transport + ".log")
                        .toFile())
                .start();
        BufferedReader answers =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        try {
            return new SluiceDaemon(process, answers, port(doors(answers), load.door()));
        } catch (IOException e) {
            Processes.end(process);
            throw new IOException(e.getMessage() + "; see " + site.folder(), e);
        }
    }

    private static Map<String, URI> doors(BufferedReader answers) throws IOException {
        Map<String, URI> doors = new HashMap<>();
        for (String line = answers.readLine(); !"ready".equals(line); line = answers.readLine()) {
            if (line == null) {
                throw new IOException("the server does not start");
            }
            String[] words = line.split(" ", 2);
            doors.put(words[0], URI.create(words[1]));
        }
        return doors;
    }

    private static int port(Map<String, URI> doors, String door) throws IOException {
        URI found = doors.get(door);
        if (found == null) {
            throw new IOException("the server has no door called " + door + ", only " + doors.keySet());
        }
        return found.getPort();
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
    public OptionalLong allocated() {
        try {
            questions.write("allocated\n");
            questions.flush();
            return OptionalLong.of(Long.parseLong(answers.readLine()));
        } catch (IOException e) {
            throw new UncheckedIOException("the server is gone", e);
        }
    }

    @Override
    public void close() {
        Processes.end(process);
    }
}
