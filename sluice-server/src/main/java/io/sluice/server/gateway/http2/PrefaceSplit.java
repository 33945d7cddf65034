package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.sluice.server.gateway.Draining;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells by the first bytes of a plain connection whether the client speaks HTTP/2, and makes way for whoever serves it. */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
final class PrefaceSplit extends ByteToMessageDecoder {
    private final Runnable http2;
    private final Runnable http1;

    private final Duration within;
    private @Nullable Future<?> tooLate;

    /** Connections that say nothing are closed after that time. */
    PrefaceSplit(Duration within, Runnable http2, Runnable http1) {
        this.within = within;
        this.http2 = http2;
        this.http1 = http1;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        tooLate = ctx.executor().schedule((Runnable) ctx::close, within.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        if (tooLate != null) {
            tooLate.cancel(false);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event == Draining.NOW) {
            ctx.close();
        }
        super.userEventTriggered(ctx, event);
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
