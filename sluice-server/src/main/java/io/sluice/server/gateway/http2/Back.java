package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaders;

/** The upstream's side of a {@link Passage}: a place on a connection for one request. Used on its event loop only. */
interface Back {
    /** Whether the connection has served requests before, and so may have been closed by the other side unseen; not if the other side has answered something. */
    boolean isReused();

    void head(ForwardedHead head, Rest rest);

    void body(ByteBuf content);

    /** The request is whole. */
    void end(HttpHeaders trailers);

    void flush();

    /** Whether the upstream keeps up. */
    boolean isWritable();

    /** One more portion of the answer is welcome. */
    void read();

    /** Nothing more is wanted, or can be expected, of this request; what was under way is broken off. */
    void leave();
}
