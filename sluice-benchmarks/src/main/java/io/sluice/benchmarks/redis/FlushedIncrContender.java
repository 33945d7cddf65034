package io.sluice.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The ceiling of what Lettuce can do without scripts: the same as {@link IncrContender}, but what is asked in one moment is
 * sent in one write. Lettuce by itself makes a write of each command, and that is most of what a command costs.
 */
final class FlushedIncrContender implements Contender {
    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final Channel channel;
    private final AtomicBoolean flushing = new AtomicBoolean();
    private final long burst;

    FlushedIncrContender(String url, Load load) {
        CompletableFuture<Channel> connected = new CompletableFuture<>();
        NettyCustomizer keepChannel = new NettyCustomizer() {
            @Override
            public void afterChannelInitialized(Channel opened) {
                connected.complete(opened);
            }
        };
        resources = ClientResources.builder().nettyCustomizer(keepChannel).build();
        client = RedisClient.create(resources, url);
        connection = client.connect();
        connection.setAutoFlushCommands(false);
        channel = connected.join();
        burst = load.burst();
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        CompletionStage<Boolean> answer = connection.async().incr(key).thenApply(count -> count <= burst);
        if (flushing.compareAndSet(false, true)) {
            channel.eventLoop().execute(this::flush);
        }
        return answer;
    }

    private void flush() {
        flushing.set(false);
        connection.flushCommands();
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown();
        resources.shutdown().syncUninterruptibly();
    }
}
