package io.sluice.server.gateway.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;

/** Makes a connection's window as large as those of all its streams together: one that is not read cannot hold up the others. */
final class StreamWindows {
    /** What a window can be beyond the one that every connection begins with. */
    private static final int MOST_MORE = Integer.MAX_VALUE - Http2CodecUtil.DEFAULT_WINDOW_SIZE;

    private StreamWindows() {}

    static void hold(ChannelHandlerContext ctx, int streams) throws Http2Exception {
        Http2FrameCodec codec = ctx.pipeline().get(Http2FrameCodec.class);
        Http2Connection connection = codec.connection();
        int more = (int) Math.min(MOST_MORE, (long) Http2CodecUtil.DEFAULT_WINDOW_SIZE * (streams - 1));
        connection.local().flowController().incrementWindowSize(connection.connectionStream(), more);
        ctx.flush();
    }
}
