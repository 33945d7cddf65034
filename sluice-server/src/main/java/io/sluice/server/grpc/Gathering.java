package io.sluice.server.grpc;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies small pieces that are written one after the other into one: HTTP/2 writes half a dozen for each answer, and to bring each of them to the socket by itself costs more than to copy it. Stands
 * next to the socket.
 */
final class Gathering extends ChannelOutboundHandlerAdapter {
    /** A longer piece is not copied. */
    static final int SMALL = 1_024;

    static final int ROOM = 16 * 1_024;

    private @Nullable ByteBuf gathered;
    private Waiting waiting = new Waiting();

    /** Those who want to know what became of pieces that were made one. */
    private static final class Waiting implements ChannelFutureListener {
        private final List<ChannelPromise> promises = new ArrayList<>();

        void add(ChannelPromise promise) {
            if (!promise.isVoid()) {
                promises.add(promise);
            }
        }

        @Override
        public void operationComplete(ChannelFuture whole) {
            for (ChannelPromise promise : promises) {
                boolean unused = whole.isSuccess() ? promise.trySuccess() : promise.tryFailure(whole.cause());
            }
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf piece && piece.readableBytes() <= SMALL) {
            gather(ctx, piece, promise);
        } else {
            passOn(ctx);
            var unused = ctx.write(message, promise);
        }
    }

    private void gather(ChannelHandlerContext ctx, ByteBuf piece, ChannelPromise promise) {
        if (gathered != null && gathered.writableBytes() < piece.readableBytes()) {
            passOn(ctx);
        }
        if (gathered == null) {
            gathered = ctx.alloc().directBuffer(ROOM, ROOM);
        }
        gathered.writeBytes(piece);
        piece.release();
        waiting.add(promise);
    }

    private void passOn(ChannelHandlerContext ctx) {
        if (gathered != null) {
            ByteBuf whole = gathered;
            Waiting its = waiting;
            gathered = null;
            waiting = new Waiting();
            var unused = ctx.write(whole).addListener(its);
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        passOn(ctx);
        ctx.flush();
    }

    /** Also when the connection has broken: then nothing can be sent, and whoever waits is told so. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        passOn(ctx);
    }
}
