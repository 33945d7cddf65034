package io.sluice.server.grpc;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalIoHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A gRPC server that does not listen by itself: it is given connections that were accepted elsewhere and turned out to speak HTTP/2.
 *
 * <p>To gRPC it looks as if a listening socket had accepted them. That socket is a local one which nobody connects to; a connection is handed to what gRPC has put behind it.
 */
public final class GrpcConnections implements AutoCloseable {
    private final EventLoopGroup listening = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());
    private final Accepted accepted;
    private final Server server;
    private final HealthStatusManager health = new HealthStatusManager();

    private GrpcConnections(EventLoopGroup loops, List<BindableService> services) {
        this.accepted = new Accepted(loops);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(
                        new LocalAddress("sluice-grpc-" + System.identityHashCode(this)))
                .bossEventLoopGroup(listening)
                .workerEventLoopGroup(accepted)
                .channelFactory(accepted::listening)
                .directExecutor()
                .permitKeepAliveTime(10, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .addStreamTracerFactory(UnfinishedCalls.TRACING)
                .addService(health.getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .addService(olderReflection());
        services.forEach(builder::addService);
        this.server = builder.build();
        server.getServices()
                .forEach(service ->
                        health.setStatus(service.getServiceDescriptor().getName(), ServingStatus.SERVING));
    }

    /** The name by which many clients still ask. */
    @SuppressWarnings("deprecation")
    private static BindableService olderReflection() {
        return ProtoReflectionService.newInstance();
    }

    /** On these event loops; health and reflection come on top. */
    public static GrpcConnections start(EventLoopGroup loops, BindableService... services) {
        GrpcConnections connections = new GrpcConnections(loops, List.of(services));
        try {
            connections.server.start();
        } catch (IOException e) {
            throw new UncheckedIOException("a local socket could not be opened", e);
        }
        return connections;
    }

    /** Takes a connection over, with what has been read from it. Its pipeline is empty. */
    public void take(Channel connection, ByteBuf read) {
        accepted.hand(connection, read);
    }

    /** Tells clients that it is going, and lets calls under way end. */
    public void drain(Duration within) {
        health.enterTerminalState();
        server.shutdown();
        try {
            if (!server.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
        var unused = listening.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
}
