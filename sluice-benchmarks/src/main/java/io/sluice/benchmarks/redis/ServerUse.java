package io.sluice.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.Map;
import java.util.stream.Collectors;

/** What a Redis has done so far, by its own account. */
record ServerUse(long commands, long reads, long cpuMicros) {
    ServerUse since(ServerUse before) {
        return new ServerUse(commands - before.commands, reads - before.reads, cpuMicros - before.cpuMicros);
    }

    /** Asks over a connection of its own. Asking counts: as one command and one read. */
    static final class Meter implements AutoCloseable {
        private final RedisClient client;
        private final StatefulRedisConnection<String, String> connection;

        Meter(String url) {
            client = RedisClient.create(url);
            connection = client.connect();
        }

        ServerUse read() {
            Map<String, String> info = connection
                    .sync()
                    .info("everything")
                    .lines()
                    .map(line -> line.split(":", 2))
                    .filter(pair -> pair.length == 2)
                    .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (one, other) -> one));
            double seconds = number(info, "used_cpu_user") + number(info, "used_cpu_sys");
            return new ServerUse(
                    (long) number(info, "total_commands_processed"),
                    (long) number(info, "total_reads_processed"),
                    Math.round(seconds * 1e6));
        }

        private static double number(Map<String, String> info, String name) {
            String value = info.get(name);
            if (value == null) {
                throw new IllegalStateException("this Redis does not tell its " + name);
            }
            return Double.parseDouble(value);
        }

        @Override
        public void close() {
            connection.close();
            client.shutdown();
        }
    }
}
