package io.sluice.benchmarks.soak;

import java.io.IOException;

/** One client, which asks again and again. */
interface SoakClient extends AutoCloseable {
    /** What it is called in the report. */
    String name();

    /** Asks a few times, and counts what it sees. */
    void round(Outcomes outcomes) throws Exception;

    @Override
    default void close() throws IOException {}
}
