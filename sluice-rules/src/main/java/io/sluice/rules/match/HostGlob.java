package io.sluice.rules.match;

/** A glob for hosts: compared without case, and without a port on any port. */
public final class HostGlob {
    private final Glob glob;
    private final boolean anyPort;

    public HostGlob(String text) {
        this.glob = new Glob(text, true);
        this.anyPort = portAt(text) < 0;
    }

    /** Whether it covers a host as a request says it: with its port if it has one. */
    public boolean covers(String host) {
        int port = anyPort ? portAt(host) : -1;
        return glob.covers(host, 0, port < 0 ? host.length() : port);
    }

    /** Where the port's colon is; negative if there is none. Colons in brackets are an address's. */
    private static int portAt(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? colon : -1;
    }
}
