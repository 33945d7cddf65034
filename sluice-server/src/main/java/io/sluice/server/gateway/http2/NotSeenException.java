package io.sluice.server.gateway.http2;

import java.io.IOException;

/** A target has not looked at a request, and says so: it may be sent again, whatever its method. */
final class NotSeenException extends IOException {
    private static final long serialVersionUID = 1;

    NotSeenException(String message) {
        super(message);
    }
}
