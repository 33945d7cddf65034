package io.sluice.testkit.http;

/**
 * A door on loopback in front of an application. The application answers every request with 200 and {@code served}, but for those below
 * {@code /private}, which it answers with 401.
 */
public interface Door extends AutoCloseable {
    int port();

    /** Requests that have reached the application. */
    int served();

    @Override
    void close();
}
