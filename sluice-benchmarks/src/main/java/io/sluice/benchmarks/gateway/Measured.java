package io.sluice.benchmarks.gateway;

import java.util.OptionalLong;

/** A server that runs, and tells what it costs. */
interface Measured extends AutoCloseable {
    /** On 127.0.0.1. */
    int port();

    /** Processor time so far, with that of its children, in microseconds. */
    long cpuMicros();

    /** Bytes it has allocated so far, if it can tell. */
    default OptionalLong allocated() {
        return OptionalLong.empty();
    }

    @Override
    void close();
}
