package io.sluice.server.gateway.upstream;

import java.io.IOException;

/** A request gets no connection, because there are as many as there may be. Nothing was sent, and it says nothing about the target. */
public final class ConnectionLimitException extends IOException {
    private static final long serialVersionUID = 1;

    ConnectionLimitException() {
        super("connection limit");
    }
}
