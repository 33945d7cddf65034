package io.sluice.server.gateway.http2;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.sluice.server.gateway.ClientPeer;

/**
 * Who is at the other end of a connection, as far as the connection itself tells.
 *
 * @param peer its address
 * @param scheme whether it came by TLS, whatever it says itself
 */
record FrontClient(String peer, String scheme) {
    static FrontClient of(Channel connection) {
        String scheme = connection.pipeline().get(SslHandler.class) == null ? "http" : "https";
        return new FrontClient(ClientPeer.of(connection).literal(), scheme);
    }
}
