package io.sluice.server.gateway.http2;

import io.netty.channel.EventLoop;
import io.sluice.server.gateway.upstream.ConnectionLimitException;
import io.sluice.server.gateway.upstream.ConnectionSlot;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.IdleConnections;
import io.sluice.server.gateway.upstream.SlotRequest;
import io.sluice.server.gateway.upstream.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The HTTP/2 connections of one event loop; another one is made when all have as many requests as they may. */
final class Http2Connections implements IdleConnections {
    private final Connecting connecting;
    private final Map<Target, List<Http2Connection>> open = new HashMap<>();

    Http2Connections(Connecting connecting) {
        this.connecting = connecting;
    }

    void open(BackRequest request) {
        Target target = request.target;
        for (Http2Connection connection : open.getOrDefault(target, List.of())) {
            if (connection.hasPlace() && connection.leadsTo(target.address())) {
                connection.take(request);
                return;
            }
        }
        SlotRequest asking = new SlotRequest(target.slots(), this, !open.containsKey(target)) {
            @Override
            protected void connect(ConnectionSlot slot) {
                Http2Connections.this.connect(request, slot);
            }

            @Override
            protected void useFree() {
                open(request);
            }

            @Override
            protected void refused(ConnectionLimitException why) {
                request.broken(why);
            }
        };
        request.whenLeft(asking::leave);
        asking.ask();
    }

    private void connect(BackRequest request, ConnectionSlot slot) {
        Target target = request.target;
        Http2Connection made = new Http2Connection(target, request.times, this);
        open.computeIfAbsent(target, none -> new ArrayList<>()).add(made);
        made.take(request);
        connecting.connect(target, request.times, slot, made::connected, made::failed);
        while (made.hasPlace() && target.slots().isWanted() && target.slots().shareWith(this)) {
            // on to the next that waits
        }
    }

    /** A request less on this connection: there may be one that waits for its place. */
    void hasRoom(Http2Connection connection) {
        ConnectionSlots slots = connection.target().slots();
        if (slots.isWanted() && connection.hasPlace()) {
            switch (slots.free(this)) {
                case KEEP, USED -> {}
                case CLOSE -> {
                    if (connection.isIdle()) {
                        connection.retire();
                    } else {
                        slots.shareWith(this);
                    }
                }
                case CLOSE_SOON -> connection.retire();
            }
        }
    }

    void forget(Target target, Http2Connection connection) {
        List<Http2Connection> connections = open.get(target);
        if (connections != null && connections.remove(connection) && connections.isEmpty()) {
            open.remove(target);
        }
    }

    @Override
    public EventLoop loop() {
        return connecting.loop();
    }

    @Override
    public void close(@Nullable ConnectionSlots target, int most) {
        List<Http2Connection> idle = open.values().stream()
                .flatMap(Collection::stream)
                .filter(Http2Connection::isIdle)
                .filter(connection ->
                        target == null || target == connection.target().slots())
                .limit(most)
                .toList();
        idle.forEach(Http2Connection::retire);
    }
}
