package io.sluice.server.gateway.http2;

import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The HTTP/2 connections of one event loop; another one is made when all have as many requests as they may. */
final class Http2Connections {
    private final Connecting connecting;
    private final Map<Target, List<Http2Connection>> open = new HashMap<>();

    Http2Connections(Connecting connecting) {
        this.connecting = connecting;
    }

    void open(Target target, UpstreamTimes times, Answering answering) {
        List<Http2Connection> connections = open.computeIfAbsent(target, none -> new ArrayList<>());
        for (Http2Connection connection : connections) {
            if (connection.hasPlace() && connection.leadsTo(target.address())) {
                connection.take(answering);
                return;
            }
        }
        Http2Connection made = new Http2Connection(target, times, this);
        connections.add(made);
        made.take(answering);
        connecting.connect(target, times, made::connected, made::failed);
    }

    void forget(Target target, Http2Connection connection) {
        List<Http2Connection> connections = open.get(target);
        if (connections != null && connections.remove(connection) && connections.isEmpty()) {
            open.remove(target);
        }
    }
}
