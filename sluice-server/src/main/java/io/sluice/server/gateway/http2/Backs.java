package io.sluice.server.gateway.http2;

import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Finds places on connections to targets: each event loop has its own connections, so that a request never leaves its loop. */
final class Backs {
    /** Which connections will do. */
    enum Choice {
        ANY,
        /** None that may have been closed by the other side unseen. */
        FRESH
    }

    private final Class<? extends SocketChannel> sockets;
    private final Map<EventLoop, Connections> loops = new ConcurrentHashMap<>();

    private record Connections(Http1Connections http1, Http2Connections http2) {}

    Backs(Class<? extends SocketChannel> sockets) {
        this.sockets = sockets;
    }

    /** On that loop: {@link Answering#ready} or {@link Answering#broken} follows, perhaps at once, unless the request leaves before. */
    void open(EventLoop loop, BackRequest request, Choice choice) {
        Connections own = loops.computeIfAbsent(
                loop,
                each -> new Connections(
                        new Http1Connections(new Connecting(each, sockets)),
                        new Http2Connections(new Connecting(each, sockets))));
        if (request.target.http2()) {
            own.http2.open(request);
        } else {
            own.http1.open(request, choice);
        }
    }
}
