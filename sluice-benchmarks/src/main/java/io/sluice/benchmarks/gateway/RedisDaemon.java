package io.sluice.benchmarks.gateway;

import io.sluice.testkit.RedisServer;
import java.util.stream.Stream;

/** A Redis of its own. */
record RedisDaemon(RedisServer redis) implements Measured {
    @Override
    public int port() {
        return redis.port();
    }

    /** By its own account. */
    @Override
    public long cpuMicros() {
        String info = String.join("\n", redis.command("INFO", "cpu"));
        return (long) (1e6 * (seconds(info, "used_cpu_sys:") + seconds(info, "used_cpu_user:")));
    }

    private static double seconds(String info, String name) {
        return info.lines()
                .flatMap(line -> line.startsWith(name) ? Stream.of(line.substring(name.length())) : Stream.empty())
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElse(0);
    }

    @Override
    public void close() {
        redis.close();
    }
}
