package io.sluice.server.net;

import java.net.InetSocketAddress;
import java.time.Duration;

/** Something that listens on an address. */
public interface Door extends AutoCloseable {
    /** Where it listens: with the port that was chosen if any was asked for. */
    InetSocketAddress address();

    /** Takes no more connections, lets what is under way end within this time, then closes. */
    void drain(Duration within);

    /** At once. */
    @Override
    void close();
}
