package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;

/** The client's side of a {@link Passage}: one request, whose answer goes here. Used on its event loop only. */
interface Front {
    EventLoop loop();

    /** What the client speaks, as logs say it. */
    String protocol();

    /** An answer before the answer, such as 100 or 103. */
    void interim(int status, HttpHeaders headers);

    void head(int status, HttpHeaders headers, Rest rest);

    void body(ByteBuf content);

    /** The answer is whole. */
    void end(HttpHeaders trailers);

    /** The answer ends here although it is not whole, and the client must see that. */
    void abort();

    void flush();

    /** Whether the client keeps up. */
    boolean isWritable();

    /** One more portion of the request's body is welcome. */
    void read();
}
