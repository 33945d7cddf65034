package io.sluice.server.gateway.access;

/** Told of every request by event loops, so it neither waits nor throws. */
public interface AccessLog extends AutoCloseable {
    /** Nobody wants to know. */
    AccessLog NONE = new AccessLog() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public void log(Exchange exchange) {}

        @Override
        public void close() {}
    };

    /** Whether anybody wants to know; a door need not gather an {@link Exchange} otherwise. */
    boolean isOn();

    void log(Exchange exchange);

    /** Lines that were lost so far. */
    default long dropped() {
        return 0;
    }

    /** Writes what is still to be written. */
    @Override
    void close();
}
