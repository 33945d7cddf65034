package io.sluice.server;

import io.sluice.server.net.Door;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A door that has been opened.
 *
 * @param name for people
 * @param scheme of its URL
 */
public record OpenDoor(String name, String scheme, Door door) {
    /** Where somebody on this machine finds it: {@code http://127.0.0.1:8080}. */
    public String url() {
        InetSocketAddress bound = door.address();
        InetAddress address = bound.getAddress();
        String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
        return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort();
    }
}
