package io.sluice.http.client;

import io.sluice.rules.list.Address;
import org.jspecify.annotations.Nullable;

/** Where a connection comes from. Each thread remembers some, because connections bring many requests, and clients many connections. */
public final class Peer {
    private static final int PLACES = 256;
    private static final ThreadLocal<@Nullable Peer[]> OF_THREAD = ThreadLocal.withInitial(() -> new Peer[PLACES]);

    private final String literal;
    private final @Nullable Address address;
    private final String text;

    private Peer(String literal) {
        this.literal = literal;
        this.address = ClientAddress.peer(literal);
        this.text = address == null ? "" : address.toString();
    }

    /** From a literal address, or anything else where there is none. */
    public static Peer of(String literal) {
        @Nullable Peer[] known = OF_THREAD.get();
        int hash = literal.hashCode();
        int place = (hash ^ (hash >>> 8) ^ (hash >>> 16)) & (PLACES - 1);
        Peer peer = known[place];
        if (peer == null || !peer.literal.equals(literal)) {
            peer = new Peer(literal);
            known[place] = peer;
        }
        return peer;
    }

    /** Null if it has none, as a local socket. */
    public @Nullable Address address() {
        return address;
    }

    /** The address in its one spelling; empty if it has none. */
    public String text() {
        return text;
    }
}
