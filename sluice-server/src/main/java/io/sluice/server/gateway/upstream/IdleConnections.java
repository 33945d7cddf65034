package io.sluice.server.gateway.upstream;

import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/** The connections that one event loop keeps for its next requests. */
public interface IdleConnections {
    EventLoop loop();

    /** On the loop: closes so many connections without a request, or as many as there are; only those to this target, unless it is null. */
    void close(@Nullable ConnectionSlots target, int most);
}
