package io.sluice.server.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A socket that listens, and the connections that came through it. */
public final class Listening implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final long PATIENCE_SECONDS = 10;

    private final Channel socket;
    private final ChannelGroup connections;

    private Listening(Channel socket, ChannelGroup connections) {
        this.socket = socket;
        this.connections = connections;
    }

    /**
     * Opens a socket whose connections get their handlers from {@code prepare}.
     *
     * @throws IOException if the address cannot be had; a {@link BindException} says why in plain words
     */
    public static Listening open(Loops loops, InetSocketAddress address, Consumer<SocketChannel> prepare)
            throws IOException {
        ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(handler(connections, prepare))
                .bind(address)
                .awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            throw failed(failure);
        }
        return new Listening(bound.channel(), connections);
    }

    private static ChannelHandler handler(ChannelGroup connections, Consumer<SocketChannel> prepare) {
        return new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                connections.add(channel);
                prepare.accept(channel);
            }
        };
    }

    /** Native transports put the name of the call and a number before the reason. */
    private static IOException failed(Throwable failure) {
        String said = String.valueOf(failure.getMessage());
        BindException plain =
                new BindException(said.substring(said.lastIndexOf(": ") + 1).strip());
        plain.initCause(failure);
        return plain;
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) socket.localAddress();
    }

    /** Takes no more connections; those that there are stay. */
    public void stopAccepting() {
        socket.close().awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** The same, once connections that wait to be taken are. */
    public void stopAcceptingGently() {
        LastCall.stopAccepting(socket);
    }

    /** Does this on the event loop of each connection, after what has arrived by now was read. */
    public void afterReading(Consumer<Channel> task) {
        for (Channel connection : connections) {
            LastCall.afterReading(connection, () -> task.accept(connection));
        }
    }

    /** Waits until the connections of now are closed, so long at most. */
    public void awaitClosed(Duration most) {
        connections.newCloseFuture().awaitUninterruptibly(most.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        stopAccepting();
        connections.close().awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
