package io.sluice.server.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sluice.core.Clock;
import io.sluice.http.HttpRules;
import io.sluice.rules.RuleEngine;
import io.sluice.server.gateway.access.AccessLog;
import io.sluice.server.gateway.upstream.Upstreams;
import io.sluice.server.net.Door;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Loops;
import io.sluice.server.net.SmallReads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A reverse proxy that lets requests through as the rules say. */
public final class Gateway implements Door {
    private final GatewayScope scope;
    private final Loops loops;
    private final Map<EventLoop, LoopState> states = new ConcurrentHashMap<>();
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Channel listening;

    private Gateway(GatewayScope scope, Loops loops) throws IOException {
        this.scope = scope;
        this.loops = loops;
        this.listening = listen();
    }

    /**
     * Opens the door.
     *
     * @param engine the one behind the rules
     * @param clock the clock of the engine's store
     * @throws IOException if the address cannot be listened on
     */
    public static Gateway start(
            GatewaySettings settings,
            HttpRules rules,
            RuleEngine engine,
            Clock clock,
            Upstreams upstreams,
            AccessLog log,
            Loops loops)
            throws IOException {
        return new Gateway(new GatewayScope(settings, rules, engine, clock, upstreams, log), loops);
    }

    private Channel listen() throws IOException {
        ConnectionGate gate = new ConnectionGate(scope.settings.limits());
        ChannelFuture binding = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .option(ChannelOption.SO_BACKLOG, 1_024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new SmallReads())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        new Arrival(scope, gate, state(channel.eventLoop()), connections).welcome(channel);
                    }
                })
                .bind(scope.settings.address())
                .awaitUninterruptibly();
        if (!binding.isSuccess()) {
            throw new IOException(
                    "cannot listen on " + scope.settings.address() + ": "
                            + binding.cause().getMessage(),
                    binding.cause());
        }
        return binding.channel();
    }

    private LoopState state(EventLoop loop) {
        return states.computeIfAbsent(loop, key -> new LoopState(key, loops.connecting()));
    }

    public GatewayCounts counts() {
        return scope.counts;
    }

    @Override
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    @Override
    public void drain(Duration within) {
        long until = System.nanoTime() + within.toNanos();
        scope.draining = true;
        LastCall.stopAccepting(listening);
        tellAll(Draining.SOON);
        connections
                .newCloseFuture()
                .awaitUninterruptibly(LastCall.length(within).toMillis(), TimeUnit.MILLISECONDS);
        scope.closing = true;
        tellAll(Draining.NOW);
        long left = Math.max(0, until - System.nanoTime());
        connections.newCloseFuture().awaitUninterruptibly(left, TimeUnit.NANOSECONDS);
        close();
    }

    private void tellAll(Draining event) {
        for (Channel connection : connections) {
            connection.eventLoop().execute(() -> connection.pipeline().fireUserEventTriggered(event));
        }
    }

    @Override
    public void close() {
        scope.draining = true;
        scope.closing = true;
        listening.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        states.values().forEach(state -> state.loop.submit(state::close).awaitUninterruptibly());
    }
}
