package io.sluice.server.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.sluice.server.gateway.upstream.ConnectionLimitException;
import io.sluice.server.gateway.upstream.ConnectionSlot;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.IdleConnections;
import io.sluice.server.gateway.upstream.SlotRequest;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.net.SmallReads;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Connections of one event loop to targets: those that are free, the one used last first, so that the others grow old and go. A connection whose request left while it was opened waits here for the next
 * request.
 */
final class UpstreamPool implements IdleConnections {
    private static final int MOST_FREE = 1_024;

    private final LoopState loop;
    private final Class<? extends SocketChannel> sockets;
    private final IdentityHashMap<Target, ArrayDeque<UpstreamConnection>> free = new IdentityHashMap<>();
    /** Being opened, and no request waits for them. */
    private final IdentityHashMap<Target, ArrayDeque<UpstreamConnection>> spare = new IdentityHashMap<>();

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

    /** Keeps it for the next request, which may wait for it already; false if it is to be closed. */
    boolean put(UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> connections =
                free.computeIfAbsent(connection.target, target -> new ArrayDeque<>());
        if (connections.size() >= MOST_FREE) {
            return false;
        }
        connections.add(connection);
        ConnectionSlots slots = connection.target.slots();
        return !slots.isWanted() || isKept(slots.free(this));
    }

    private static boolean isKept(ConnectionSlots.Free now) {
        return now == ConnectionSlots.Free.KEEP || now == ConnectionSlots.Free.USED;
    }

    /** Its request has left before it was open. */
    void keepOpening(UpstreamConnection connection) {
        spare.computeIfAbsent(connection.target, target -> new ArrayDeque<>()).add(connection);
    }

    /** It is of no use to a next request, or not as it was. */
    void remove(UpstreamConnection connection) {
        remove(free, connection);
        remove(spare, connection);
    }

    private static void remove(Map<Target, ArrayDeque<UpstreamConnection>> from, UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> connections = from.get(connection.target);
        if (connections != null && connections.removeFirstOccurrence(connection) && connections.isEmpty()) {
            from.remove(connection.target);
        }
    }

    @Override
    public EventLoop loop() {
        return loop.loop;
    }

    @Override
    public void close(@Nullable ConnectionSlots target, int most) {
        int left = most;
        for (UpstreamConnection connection : all()) {
            if (left > 0 && (target == null || target == connection.target.slots())) {
                connection.close();
                left--;
            }
        }
    }

    private List<UpstreamConnection> all() {
        return Stream.of(spare, free)
                .flatMap(each -> each.values().stream())
                .flatMap(Collection::stream)
                .toList();
    }

    void close() {
        all().forEach(UpstreamConnection::close);
    }

    /** Sees to another; the passage is told when it is there, or why it is not. */
    void connect(Target target, UpstreamTimes times, Passage passage) {
        ArrayDeque<UpstreamConnection> opening = spare.get(target);
        UpstreamConnection next = opening == null ? null : opening.peekLast();
        if (next != null) {
            remove(spare, next);
            next.isWaitedForBy(passage);
            passage.waitsFor(next);
            return;
        }
        SlotRequest request = new SlotRequest(target.slots(), this, false) {
            @Override
            protected void connect(ConnectionSlot slot) {
                open(target, times, passage, slot);
            }

            @Override
            protected void useFree() {
                passage.dispatch(target);
            }

            @Override
            protected void refused(ConnectionLimitException why) {
                passage.refused(target, why);
            }
        };
        passage.waitsFor(request);
        request.ask();
    }

    private void open(Target target, UpstreamTimes times, Passage passage, ConnectionSlot slot) {
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
        slot.heldBy(connecting.channel());
        connecting.addListener(future -> {
            Throwable cause = future.cause();
            if (cause != null) {
                slot.release();
                connection.isGone(cause);
            }
        });
    }
}
