package io.sluice.server.gateway;

import io.netty.channel.Channel;

/** What a new connection goes through before it speaks HTTP/1.1, if it ever does: TLS, ALPN, HTTP/2 by prior knowledge. */
@FunctionalInterface
public interface FrontDoor {
    /**
     * Adds handlers to a connection whose {@link ClientPeer} is known. Called on its event loop, once; no byte of HTTP has been read.
     *
     * @param installHttp1 to be run on the same loop, at most once, when it turns out that the client speaks HTTP/1.1: adds the gateway's handler at the end of the pipeline,
     *     which takes {@code ByteBuf}s
     */
    void install(Channel connection, Runnable installHttp1);
}
