package io.sluice.server.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.net.SmallReads;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Connections of one event loop to targets: those that are free, the one used last first, so that the others grow old and go. */
final class UpstreamPool {
    private static final int MOST_FREE = 1_024;

    private final LoopState loop;
    private final Class<? extends SocketChannel> sockets;
    private final IdentityHashMap<Target, ArrayDeque<UpstreamConnection>> free = new IdentityHashMap<>();

    UpstreamPool(LoopState loop, Class<? extends SocketChannel> sockets) {
        this.loop = loop;
        this.sockets = sockets;
    }

    /** One that is of use, and has these times from now on; null if there is none. */
    @Nullable
    UpstreamConnection take(Target target, UpstreamTimes times) {
        ArrayDeque<UpstreamConnection> connections = free.get(target);
        if (connections == null) {
            return null;
        }
        UpstreamConnection connection = connections.pollLast();
        while (connection != null && !connection.isOfUse()) {
            connection.close();
            connection = connections.pollLast();
        }
        if (connection != null) {
            connection.follow(times);
        }
        return connection;
    }

    /** Whether there was room for it. */
    boolean put(UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> connections =
                free.computeIfAbsent(connection.target, target -> new ArrayDeque<>());
        return connections.size() < MOST_FREE && connections.add(connection);
    }

    /** A free one has been closed. */
    void remove(UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> connections = free.get(connection.target);
        if (connections != null && connections.removeFirstOccurrence(connection) && connections.isEmpty()) {
            free.remove(connection.target);
        }
    }

    void close() {
        for (ArrayDeque<UpstreamConnection> connections : List.copyOf(free.values())) {
            for (UpstreamConnection connection : List.copyOf(connections)) {
                connection.close();
            }
        }
    }

    /** Opens another; the passage is told when it is there, or why it is not. */
    void connect(Target target, UpstreamTimes times, Passage passage) {
        UpstreamConnection connection = new UpstreamConnection(target, times, loop, passage);
        passage.waitsFor(connection);
        ChannelFuture connecting = new Bootstrap()
                .group(loop.loop)
                .channel(sockets)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new SmallReads())
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, times.connect())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        SslContext tls = target.tls();
                        if (tls != null) {
                            SslHandler handler =
                                    tls.newHandler(channel.alloc(), target.serverName(), connection.address.getPort());
                            handler.setHandshakeTimeoutMillis(times.connect());
                            channel.pipeline().addLast(handler);
                        }
                        channel.pipeline().addLast(connection);
                    }
                })
                .connect(connection.address);
        connecting.addListener(future -> {
            Throwable cause = future.cause();
            if (cause != null) {
                connection.isGone(cause);
            }
        });
    }
}
