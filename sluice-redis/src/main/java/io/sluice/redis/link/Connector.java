package io.sluice.redis.link;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Opens connections to one address. */
final class Connector implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final int MOST_WAITING = 100_000;

    /** An open connection. */
    record Connected(
            StatefulConnection<byte[], byte[]> connection, RedisScriptingAsyncCommands<byte[], byte[]> scripts) {}

    private final Supplier<CompletionStage<Connected>> open;
    private final Runnable shutdown;

    private Connector(Supplier<CompletionStage<Connected>> open, Runnable shutdown) {
        this.open = open;
        this.shutdown = shutdown;
    }

    static Connector to(RedisAddress address, SslOptions tls, ClientResources resources) {
        return address.kind() == RedisAddress.Kind.CLUSTER
                ? toCluster(address, tls, resources)
                : toOne(address, tls, resources);
    }

    private static Connector toOne(RedisAddress address, SslOptions tls, ClientResources resources) {
        RedisClient client = RedisClient.create(resources);
        client.setOptions(options(ClientOptions.builder(), tls).build());
        return new Connector(
                () -> client.connectAsync(
                                ByteArrayCodec.INSTANCE, address.nodes().get(0))
                        .thenApply(connection -> new Connected(connection, connection.async())),
                () -> client.shutdown(Duration.ZERO, CONNECT_TIMEOUT));
    }

    private static Connector toCluster(RedisAddress address, SslOptions tls, ClientResources resources) {
        RedisClusterClient client = RedisClusterClient.create(resources, address.nodes());
        ClusterClientOptions.Builder options = ClusterClientOptions.builder();
        // Connections to servers are opened when first needed, and what needs one first must not be refused because of
        // that.
        options(options, tls).disconnectedBehavior(DisconnectedBehavior.ACCEPT_COMMANDS);
        client.setOptions(options.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .adaptiveRefreshTriggersTimeout(Duration.ofMillis(500))
                        .enablePeriodicRefresh(Duration.ofSeconds(30))
                        .build())
                .build());
        return new Connector(
                () -> client.refreshPartitionsAsync()
                        .thenCompose(known -> client.connectAsync(ByteArrayCodec.INSTANCE))
                        .thenApply(connection -> new Connected(connection, connection.async())),
                () -> client.shutdown(Duration.ZERO, CONNECT_TIMEOUT));
    }

    /**
     * While there is no connection commands fail at once, and what was under way when it broke is never sent again: it may have
     * been done. Deadlines are the caller's.
     */
    private static <B extends ClientOptions.Builder> B options(B builder, SslOptions tls) {
        builder.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .replayFilter(command -> true)
                .requestQueueSize(MOST_WAITING)
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .keepAlive(true)
                        .tcpNoDelay(true)
                        .build())
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .sslOptions(tls);
        return builder;
    }

    CompletionStage<Connected> open() {
        return open.get();
    }

    @Override
    public void close() {
        shutdown.run();
    }
}
