package io.sluice.rules.match;

import java.util.Locale;

/** A glob for hosts: compared without case, and without a port on any port. */
public final class HostGlob {
    private final Glob glob;
    private final boolean anyPort;

    public HostGlob(String text) {
        String plain = plain(text);
        this.glob = new Glob(plain, true);
        this.anyPort = portAt(plain) < 0;
    }

    /** Whether it covers a host as a request says it: with its port if it has one. */
    public boolean covers(String host) {
        String plain = plain(host);
        int port = anyPort ? portAt(plain) : -1;
        return glob.covers(plain, 0, port < 0 ? plain.length() : port);
    }

    /** Without the dot that may stand for the root of all names: servers take the host for the same with and without. */
    public static String plain(String host) {
        int port = portAt(host);
        int end = port < 0 ? host.length() : port;
        return end > 1 && host.charAt(end - 1) == '.' ? host.substring(0, end - 1) + host.substring(end) : host;
    }

    /** The one spelling of all that servers take for the same host: what is counted by host is counted under this. */
    public static String oneSpelling(String host) {
        return plain(host).toLowerCase(Locale.ROOT);
    }

    /** Where the port's colon is; negative if there is none. Colons in brackets are an address's. */
    private static int portAt(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? colon : -1;
    }
}
