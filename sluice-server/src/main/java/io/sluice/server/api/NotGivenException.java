package io.sluice.server.api;

/** Limits that a question brought along cannot be counted by; the message says why, and what would be right. */
public final class NotGivenException extends Exception {
    private static final long serialVersionUID = 1;

    NotGivenException(String message) {
        super(message, null, false, false);
    }
}
