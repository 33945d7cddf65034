package io.sluice.benchmarks.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An {@link OverloadCaller} in a process of its own. */
final class CallerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader said;

    private CallerProcess(Process process) {
        this.process = process;
        this.said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static CallerProcess start(String url, Entrant entrant, double perSecond) throws IOException {
        return new CallerProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OverloadCaller.class.getName(),
                        url,
                        entrant.name(),
                        Double.toString(perSecond))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    void awaitReady() throws IOException {
        String line = said.readLine();
        if (!"ready".equals(line)) {
            throw new RejectedException("a process did not start: " + line);
        }
    }

    void begin(long begin, long end) throws IOException {
        Writer orders = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        orders.write(begin + "\n" + end + "\n");
        orders.flush();
    }

    /** Waits for the end, and adds what the process was granted. */
    void tell(Story story) throws IOException {
        List<Grant> grants = new ArrayList<>();
        for (String[] words = words(); ; words = words()) {
            switch (words[0]) {
                case "done" -> {
                    story.add(grants, Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
                    return;
                }
                case "fallbacks" -> story.addFallbacks(Long.parseLong(words[1]), Long.parseLong(words[2]));
                default -> grants.add(new Grant(Long.parseLong(words[0]), Long.parseLong(words[1])));
            }
        }
    }

    private String[] words() throws IOException {
        String line = said.readLine();
        if (line == null) {
            throw new RejectedException("a process ended before it was done");
        }
        return line.split(" ", -1);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
