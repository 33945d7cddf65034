package io.sluice.server.proof;

import java.net.InetSocketAddress;
import java.util.List;

/** A server behind the gateway that tells what it was asked. */
interface Behind extends AutoCloseable {
    InetSocketAddress address();

    /** Every request it believes to have seen, as {@code METHOD target}. */
    List<String> asked();

    @Override
    void close();
}
