package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sluice.http.Verdict;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;

/** Takes over connections from the byte-level path when a request goes to a target that speaks something else than HTTP/1.1. */
@FunctionalInterface
public interface HandOver {
    /**
     * The connection is the taker's from now on, with everything that follows; the gateway's handler has left its pipeline. Called on the connection's event loop;
     * {@link Draining} comes behind it if the gateway is draining already.
     *
     * @param requests that have come on the connection, this one included
     * @param target begun with: the taker owes it one of succeeded, failed or dropped
     * @param bytes the head of the request as it came, checked, and what was read behind it; the taker's to release
     * @param verdict about that first request, which passes without another delay and is counted when it ends; those behind it are the taker's to decide about, and to count whole
     */
    void take(Channel connection, int requests, ByteBuf bytes, Verdict verdict, Upstream upstream, Target target);
}
