package io.sluice.server.gateway;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.sluice.rules.list.Address;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection comes from: its other end, or whom a load balancer named by the PROXY protocol.
 *
 * @param literal the address as text; empty for a connection without one
 */
public record ClientPeer(@Nullable Address address, String literal) {
    private static final AttributeKey<ClientPeer> KEY = AttributeKey.valueOf(ClientPeer.class, "peer");

    static ClientPeer of(@Nullable Address address) {
        return new ClientPeer(address, address == null ? "" : address.toString());
    }

    /** Of a connection that came through the gateway's door. */
    public static ClientPeer of(Channel connection) {
        ClientPeer peer = connection.attr(KEY).get();
        return peer == null ? of((Address) null) : peer;
    }

    void mark(Channel connection) {
        connection.attr(KEY).set(this);
    }
}
