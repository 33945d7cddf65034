package io.sluice.http.client;

import io.sluice.core.Key;
import io.sluice.rules.list.Address;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection comes from. Those of late are remembered, because connections bring many requests, and clients many connections. The memory is shared
 * without a lock: a peer never changes, and a thread that does not see one makes it anew.
 */
public final class Peer {
    private static final int PLACES = 1_024;
    private static final @Nullable Peer[] KNOWN = new Peer[PLACES];

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
        int place = (int) Key.and(Key.parts(), literal) & (PLACES - 1);
        Peer peer = KNOWN[place];
        if (peer == null || !peer.literal.equals(literal)) {
            peer = new Peer(literal);
            KNOWN[place] = peer;
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
