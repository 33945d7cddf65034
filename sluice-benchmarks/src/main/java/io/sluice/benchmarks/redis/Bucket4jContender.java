package io.sluice.benchmarks.redis;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Bucket4j on Lettuce, asynchronous. */
final class Bucket4jContender implements Contender {
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final RedisClient client;
    private final StatefulRedisConnection<String, byte[]> connection;
    private final AsyncProxyManager<String> buckets;
    private final BucketConfiguration configuration;
    /** A bucket batches what is asked of one object, so these are kept; without batching they would only take memory. */
    private final Map<String, AsyncBucketProxy> batching = new ConcurrentHashMap<>();

    private final boolean batches;

    private Bucket4jContender(String url, Load load, boolean batches) {
        client = RedisClient.create(url);
        connection = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        buckets = Bucket4jLettuce.casBasedBuilder(connection)
                .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(KEPT))
                .build()
                .asAsync();
        configuration = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(load.burst()).refillGreedy(load.permits(), load.period()))
                .build();
        this.batches = batches;
    }

    static Contender plain(String url, Load load) {
        return new Bucket4jContender(url, load, false);
    }

    static Contender batching(String url, Load load) {
        return new Bucket4jContender(url, load, true);
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return bucket(key).tryConsume(1);
    }

    private AsyncBucketProxy bucket(String key) {
        return batches
                ? batching.computeIfAbsent(key, this::batching)
                : buckets.builder().build(key, this::configured);
    }

    private AsyncBucketProxy batching(String key) {
        return buckets.builder().withOptimization(Optimizations.batching()).build(key, this::configured);
    }

    private CompletableFuture<BucketConfiguration> configured() {
        return CompletableFuture.completedFuture(configuration);
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
    }
}
