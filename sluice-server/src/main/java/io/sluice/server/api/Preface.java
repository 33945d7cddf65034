package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.Future;
import io.sluice.server.grpc.GrpcConnections;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Unforeseen;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells by the first bytes of a connection whether it speaks HTTP/2, as gRPC does, or HTTP/1.1. */
final class Preface extends ChannelInboundHandlerAdapter {
    /** No method of HTTP/1.1 that is answered here begins like this. */
    private static final byte[] HTTP2 = "PRI * HTTP/2.0".getBytes(US_ASCII);

    private static final int PATIENCE_SECONDS = 30;

    private final GrpcConnections grpc;
    private final Supplier<ApiConnection> http1;
    private @Nullable ByteBuf begun;
    private @Nullable Future<?> givingUp;

    Preface(GrpcConnections grpc, Supplier<ApiConnection> http1) {
        this.grpc = grpc;
        this.http1 = http1;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        givingUp = ctx.executor().schedule(() -> giveUp(ctx), PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static void giveUp(ChannelHandlerContext ctx) {
        var unused = ctx.close();
    }

    /** It is known what the connection speaks, or it has gone: what would close it later would keep it in memory until then. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (givingUp != null) {
            var unused = givingUp.cancel(false);
            givingUp = null;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf read = (ByteBuf) message;
        ByteBuf before = begun;
        ByteBuf all = before == null ? read : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), before, read);
        begun = all;
        int alike = alike(all);
        if (alike == HTTP2.length) {
            begun = null;
            ctx.pipeline().remove(this);
            grpc.take(ctx.channel(), all);
        } else if (alike < all.readableBytes()) {
            begun = null;
            ctx.pipeline().replace(this, null, http1.get());
            ctx.pipeline().fireChannelRead(all);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Draining.NOW) {
            LastCall.afterReading(ctx.channel(), () -> endIfSilent(ctx));
        }
        ctx.fireUserEventTriggered(event);
    }

    private void endIfSilent(ChannelHandlerContext ctx) {
        if (!ctx.isRemoved()) {
            LastCall.end(ctx.channel());
        }
    }

    private static int alike(ByteBuf bytes) {
        int length = Math.min(bytes.readableBytes(), HTTP2.length);
        int alike = 0;
        while (alike < length && bytes.getByte(bytes.readerIndex() + alike) == HTTP2[alike]) {
            alike++;
        }
        return alike;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (begun != null) {
            begun.release();
            begun = null;
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(Preface.class, cause);
        var unused = ctx.close();
    }
}
