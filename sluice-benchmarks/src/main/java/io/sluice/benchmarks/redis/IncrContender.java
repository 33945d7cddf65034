package io.sluice.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.concurrent.CompletionStage;

/** The floor: counts, and never forgets. The least that Redis can be asked for a decision. */
final class IncrContender implements Contender {
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final long burst;

    IncrContender(String url, Load load) {
        client = RedisClient.create(url);
        connection = client.connect();
        burst = load.burst();
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return connection.async().incr(key).thenApply(count -> count <= burst);
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
