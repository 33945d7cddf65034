package io.sluice.server.api;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sluice.core.Clock;
import io.sluice.core.Store;
import io.sluice.http.HttpRules;
import io.sluice.rules.RuleEngine;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.grpc.GrpcConnections;
import io.sluice.server.grpc.RlsService;
import io.sluice.server.net.Door;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The decision API: JSON, forward auth and gRPC on one port. */
public final class ApiDoor implements Door {
    private final Channel listening;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final GrpcConnections grpc;
    private volatile boolean draining;

    private ApiDoor(
            InetSocketAddress at, HttpRules rules, RuleEngine engine, Store store, DoorBounds bounds, Loops loops)
            throws IOException {
        Clock clock = store.clock();
        GivenLimits given = new GivenLimits(store);
        Endpoints endpoints = new Endpoints(new CheckApi(engine, new InForce(engine), given, clock));
        this.grpc = GrpcConnections.start(loops.group(), new RlsService(engine, clock, given));
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, 1_024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (!bounds.enter(channel)) {
                            var unused = channel.close();
                            return;
                        }
                        connections.add(channel);
                        String peer = peer(channel);
                        channel.pipeline()
                                .addLast(new Preface(
                                        grpc, () -> new ApiConnection(rules, endpoints, peer, () -> draining)));
                    }
                });
        this.listening = bound(bootstrap, at);
    }

    private Channel bound(ServerBootstrap bootstrap, InetSocketAddress at) throws IOException {
        var binding = bootstrap.bind(at).awaitUninterruptibly();
        if (!binding.isSuccess()) {
            grpc.close();
            throw new IOException(
                    "cannot listen on " + at + ": " + binding.cause().getMessage(), binding.cause());
        }
        return binding.channel();
    }

    /**
     * Listens at once.
     *
     * @param store the engine's
     * @throws IOException if the address cannot be listened on
     */
    public static ApiDoor start(
            InetSocketAddress at, HttpRules rules, RuleEngine engine, Store store, DoorBounds bounds, Loops loops)
            throws IOException {
        return new ApiDoor(at, rules, engine, store, bounds, loops);
    }

    private static String peer(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress address && address.getAddress() != null
                ? address.getAddress().getHostAddress()
                : "";
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    @Override
    public void drain(Duration within) {
        long until = System.nanoTime() + within.toNanos();
        draining = true;
        LastCall.stopAccepting(listening);
        connections
                .newCloseFuture()
                .awaitUninterruptibly(LastCall.length(within).toMillis(), TimeUnit.MILLISECONDS);
        for (Channel connection : connections) {
            connection.eventLoop().execute(() -> connection.pipeline().fireUserEventTriggered(Draining.NOW));
        }
        grpc.drain(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
        long left = Math.max(0, until - System.nanoTime());
        connections.newCloseFuture().awaitUninterruptibly(left, TimeUnit.NANOSECONDS);
        close();
    }

    @Override
    public void close() {
        draining = true;
        listening.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
        grpc.close();
        connections.close().awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
