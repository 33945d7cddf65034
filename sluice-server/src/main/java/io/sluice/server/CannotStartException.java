package io.sluice.server;

/** A server could not be started; the message says why, and what to do. */
public final class CannotStartException extends Exception {
    private static final long serialVersionUID = 1L;

    CannotStartException(String message) {
        super(message);
    }

    CannotStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
