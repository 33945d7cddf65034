package io.sluice.server.gateway.upstream;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;

/** Why a target failed, in a few words for logs: {@code connect refused}. */
public final class FailureCause {
    private static final int MOST_CHARACTERS = 120;

    private FailureCause() {}

    public static String of(Throwable failure) {
        if (failure instanceof ConnectTimeoutException) {
            return "connect timeout";
        }
        if (failure instanceof SslHandshakeTimeoutException) {
            return "tls handshake timeout";
        }
        if (failure instanceof SSLException) {
            return "tls: " + words(failure);
        }
        if (failure instanceof ClosedChannelException) {
            return "connection closed";
        }
        String words = words(failure);
        return switch (words) {
            case "Connection refused" -> "connect refused";
            case "Connection reset by peer", "Connection reset", "Broken pipe" -> "connection reset";
            default ->
                failure instanceof ConnectException || failure instanceof NoRouteToHostException
                        ? "connect: " + words
                        : words;
        };
    }

    /** Whether there was no connection at all. */
    static boolean isConnect(Throwable failure) {
        return failure instanceof ConnectException || failure instanceof NoRouteToHostException;
    }

    /** Native transports put the name of the call and a number before the reason, and Netty the address behind it. */
    private static String words(Throwable failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.getClass().getSimpleName();
        }
        boolean called = message.contains("(..) failed");
        String reason = called ? message.substring(message.indexOf(": ") + 1).strip() : message;
        int address = reason.indexOf(": ");
        String words = address > 0 && failure instanceof ConnectException ? reason.substring(0, address) : reason;
        return words.length() > MOST_CHARACTERS ? words.substring(0, MOST_CHARACTERS) : words;
    }
}
