package io.sluice.server.gateway.upstream;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One server of an upstream. Told by event loops how requests went. */
public interface Target {
    /** {@code host:port} as it is written in the rule file: what logs say. */
    String authority();

    /** What Host says; null for what the client said. */
    @Nullable
    String host();

    /** Where to connect to now; resolved, since others are not begun with. */
    InetSocketAddress address();

    /** Null for plain text. A handler is made with {@code tls().newHandler(allocator, serverName(), address().getPort())}: without the name any certificate would do. */
    @Nullable
    SslContext tls();

    /** Whom the certificate must be for. */
    String serverName();

    /** Whether it is spoken to in HTTP/2, by prior knowledge or over TLS. */
    boolean http2();

    /** Connections to it are opened with one of these. */
    ConnectionSlots slots();

    /** The answer has ended; a status of 5xx counts against the target in its breaker. */
    void succeeded(int status, long nanos);

    /** It has answered 101, and a tunnel is open; {@link #tunnelClosed} follows, and nothing else. A tunnel stays open for hours, and its end tells nothing. */
    default void tunnelOpened(long nanos) {}

    default void tunnelClosed() {
        succeeded(101, 0);
    }

    /** No answer, or not a whole one, and that was the target's doing. */
    void failed(Throwable cause, long nanos);

    /** The client left, or something else happened that says nothing about the target. */
    void dropped();
}
