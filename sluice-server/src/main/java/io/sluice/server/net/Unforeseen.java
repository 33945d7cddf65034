package io.sluice.server.net;

import io.netty.handler.codec.CodecException;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.timeout.TimeoutException;
import java.io.IOException;

/**
 * Tells a fault of ours from what clients do. A connection ends with either, but that clients go away, or send what is nothing, is daily life, while an error of ours that ended a connection in silence would never be
 * found.
 */
public final class Unforeseen {
    private Unforeseen() {}

    /** Writes to the log, unless a client is the cause. */
    public static void log(Class<?> where, Throwable cause) {
        if (!isOfTheClient(cause)) {
            System.getLogger(where.getName())
                    .log(System.Logger.Level.ERROR, "a connection was closed for an error", cause);
        }
    }

    static boolean isOfTheClient(Throwable cause) {
        return cause instanceof IOException
                || cause instanceof CodecException
                || cause instanceof TimeoutException
                || Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null;
    }
}
