package io.sluice.benchmarks.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Commands that redis-benchmark sends: {@code CL.THROTTLE} under a limit that nobody reaches, and {@code INCR} for comparison, to as many keys. */
final class RedisCommands {
    private static final String KEY = "key:__rand_int__";
    private static final String KEYS = "100000";
    /** What redis-benchmark can send in a second, about. */
    private static final int PER_SECOND = 1_000_000;

    private static final List<String> INCR = List.of("INCR", KEY);
    /** Bursts of a million, and a million a second. */
    private static final List<String> THROTTLE = List.of("CL.THROTTLE", KEY, "1000000", "1000000", "1", "1");

    /** What a server has answered so far. */
    record Answered(long allowed, long refused) {}

    private RedisCommands() {}

    static Sample run(boolean toRedis, int port, int seconds) throws IOException, InterruptedException {
        if (toRedis) {
            return measured(INCR, port, seconds);
        }
        Answered before = answered(port);
        Sample sample = measured(THROTTLE, port, seconds);
        Answered after = answered(port);
        long refused = after.refused - before.refused;
        long unanswered = sample.requests() - (after.allowed - before.allowed) - refused;
        return new Sample(
                sample.perSecond(),
                sample.requests(),
                refused,
                Math.max(0, unanswered),
                sample.half(),
                sample.p99(),
                sample.cost());
    }

    private static Sample measured(List<String> what, int port, int seconds) throws IOException, InterruptedException {
        int requests = PER_SECOND * seconds;
        List<String> command = new ArrayList<>(List.of(
                Programs.path("redis-benchmark"),
                "-p",
                Integer.toString(port),
                "-P",
                "16",
                "-c",
                "50",
                "-r",
                KEYS,
                "-n",
                Integer.toString(requests),
                "--csv"));
        command.addAll(what);
        String said = Driver.output(command.toArray(String[]::new));
        String[] words = said.lines()
                .filter(line -> line.contains(KEY))
                .reduce((first, last) -> last)
                .orElseThrow(() -> new IOException("redis-benchmark does not say how it went:\n" + said))
                .replace("\"", "")
                .split(",", -1);
        return new Sample(
                Double.parseDouble(words[1]),
                requests,
                0,
                0,
                1_000 * Double.parseDouble(words[4]),
                1_000 * Double.parseDouble(words[6]),
                Cost.UNKNOWN);
    }

    /** By its own count. */
    private static Answered answered(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            socket.getOutputStream().write("INFO stats\r\nQUIT\r\n".getBytes(US_ASCII));
            return read(lines.lines().toList());
        }
    }

    static Answered read(List<String> info) throws IOException {
        return new Answered(number(info, "cell_allowed:"), number(info, "cell_refused:"));
    }

    private static long number(List<String> info, String name) throws IOException {
        return info.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
                .findFirst()
                .orElseThrow(() -> new IOException("the server does not say " + name + " but " + info));
    }
}
