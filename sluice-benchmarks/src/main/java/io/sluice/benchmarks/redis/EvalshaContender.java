package io.sluice.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletionStage;

/** What one writes by hand: a lean token bucket in Lua, one call a decision. */
final class EvalshaContender implements Contender {
    /**
     * KEYS[1]: holds the microsecond at which the bucket will be full. ARGV: microseconds a permit takes, those of a full
     * bucket.
     */
    private static final String SCRIPT = """
            local call = redis.call
            local time = call('TIME')
            local now = time[1] * 1000000 + time[2]
            local full = call('GET', KEYS[1])
            full = full and full + 0 or now
            if full < now then full = now end
            local ahead = full - now + ARGV[1]
            if ahead > ARGV[2] + 0 then return 0 end
            local format = string.format
            call('PSETEX', KEYS[1], format('%d', (ahead - ahead % 1000) / 1000 + 1), format('%d', now + ahead))
            return 1
            """;

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final String sha;
    private final String interval;
    private final String tolerance;

    EvalshaContender(String url, Load load) {
        client = RedisClient.create(url);
        connection = client.connect();
        sha = connection.sync().scriptLoad(SCRIPT);
        interval = Long.toString(load.intervalMicros());
        tolerance = Long.toString(load.intervalMicros() * load.burst());
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return connection
                .async()
                .<Long>evalsha(sha, ScriptOutputType.INTEGER, new String[] {key}, interval, tolerance)
                .thenApply(granted -> granted == 1);
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
