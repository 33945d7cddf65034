package io.sluice.benchmarks.gateway;

import io.sluice.rls.RateLimitServiceGrpc;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Sends requests: by wrk, by redis-benchmark to what speaks that, and by gRPC. */
final class Driver {
    private static final String RESULT = "RESULT ";
    private final Path script;
    private final int connections;

    Driver(Path folder, int connections) throws IOException {
        this.connections = connections;
        this.script = folder.resolve("report.lua");
        Template.write(script, "report.lua", Map.of());
    }

    /** Everything there is to know about so many seconds of it. */
    Sample run(Results.Trial trial, Measured server, Measured upstream, int seconds)
            throws IOException, InterruptedException {
        OptionalLong bytesBefore = server.allocated();
        long upstreamBefore = upstream.cpuMicros();
        long serverBefore = server.cpuMicros();
        Machine before = Machine.now();
        Sample sample = drive(trial, server.port(), seconds);
        Machine after = Machine.now();
        double requests = sample.requests();
        long serverMicros = server.cpuMicros() - serverBefore;
        long upstreamMicros = upstream.cpuMicros() - upstreamBefore;
        OptionalLong bytesAfter = server.allocated();
        OptionalDouble bytes = bytesAfter.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of((bytesAfter.getAsLong() - bytesBefore.getAsLong()) / requests);
        return sample.with(new Cost(
                serverMicros / requests,
                (after.ownMicrosSince(before) + upstreamMicros) / requests,
                bytes,
                after.idleSince(before),
                after.othersSince(before, serverMicros + upstreamMicros)));
    }

    private Sample drive(Results.Trial trial, int port, int seconds) throws IOException, InterruptedException {
        return switch (trial.load()) {
            case ALLOWED, REFUSED, AUTHORIZE -> requests(trial.load(), port, seconds);
            case COMMANDS -> RedisCommands.run(trial.contender().kind() == Contender.Kind.REDIS, port, seconds);
            case CALLS ->
                GrpcDriver.run(
                        port,
                        trial.contender().kind().isSluice()
                                ? RateLimitServiceGrpc.getShouldRateLimitMethod()
                                : EmptyGrpc.CALL,
                        seconds);
        };
    }

    private Sample requests(Load load, int port, int seconds) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Programs.path("wrk"),
                "-t1",
                "-c" + connections,
                "-d" + seconds + "s",
                "--latency",
                "--timeout",
                "10s",
                "-s",
                script.toString()));
        command.addAll(load == Load.AUTHORIZE ? authorizing() : List.of());
        command.add("http://127.0.0.1:" + port + (load == Load.AUTHORIZE ? "/v1/authorize" : "/items?page=2"));
        String said = output(command.toArray(String[]::new));
        String result = said.lines()
                .filter(line -> line.startsWith(RESULT))
                .findFirst()
                .orElseThrow(() -> new IOException("wrk does not say how it went:\n" + said));
        String[] words = result.substring(RESULT.length()).split(" ", -1);
        long requests = Math.max(1, Long.parseLong(words[0]));
        double measured = Long.parseLong(words[1]) / 1e6;
        return new Sample(
                requests / measured,
                requests,
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Double.parseDouble(words[4]),
                Double.parseDouble(words[5]),
                Cost.UNKNOWN);
    }

    /** What a proxy tells about the request that it asks for. */
    private static List<String> authorizing() {
        return List.of("-H", "X-Original-URI: /items", "-H", "X-Original-Method: GET");
    }

    static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + " failed:\n" + said);
            }
            return said;
        } finally {
            process.destroyForcibly();
        }
    }
}
