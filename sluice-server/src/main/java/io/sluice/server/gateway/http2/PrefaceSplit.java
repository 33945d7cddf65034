package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.List;

/** Tells by the first bytes of a plain connection whether the client speaks HTTP/2, and makes way for whoever serves it. */
final class PrefaceSplit extends ByteToMessageDecoder {
    private final Runnable http2;
    private final Runnable http1;

    PrefaceSplit(Runnable http2, Runnable http1) {
        this.http2 = http2;
        this.http1 = http1;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
        try {
            int seen = Math.min(in.readableBytes(), preface.readableBytes());
            boolean same = in.slice(in.readerIndex(), seen).equals(preface.slice(0, seen));
            if (!same) {
                makeWay(ctx, http1);
            } else if (seen == preface.readableBytes()) {
                makeWay(ctx, http2);
            }
        } finally {
            preface.release();
        }
    }

    private void makeWay(ChannelHandlerContext ctx, Runnable install) {
        install.run();
        ctx.pipeline().remove(this);
    }
}
