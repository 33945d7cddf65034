package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/** The channel under a handler: writes that go out together, reading that can be held back, and the ways to end it. Used on its event loop only. */
@SuppressWarnings({
    "NullAway.Init", // the context comes when the handler is added
    "FutureReturnValueIgnored" // a write that fails closes the connection
})
final class Wire {
    private ChannelHandlerContext context;
    private boolean unflushed;

    void in(ChannelHandlerContext place) {
        context = place;
    }

    Channel channel() {
        return context.channel();
    }

    boolean isSecure() {
        return context.pipeline().get(SslHandler.class) != null;
    }

    ByteBuf buffer(int size) {
        return context.alloc().directBuffer(size);
    }

    void write(ByteBuf bytes) {
        unflushed = true;
        context.write(bytes, context.voidPromise());
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            context.flush();
        }
    }

    boolean isWritable() {
        return context.channel().isWritable();
    }

    /** Whether to take more from the other side. */
    void reading(boolean on) {
        if (context.channel().config().isAutoRead() != on) {
            context.channel().config().setAutoRead(on);
        }
    }

    /** From now on the end of what comes in is not the end of the channel. */
    void outlivesItsInput() {
        context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    }

    /** The other side sees the end of what was written, and may go on sending. */
    void sendsNoMore() {
        flush();
        if (context.channel() instanceof DuplexChannel channel) {
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> channel.shutdownOutput());
        }
    }

    void closeWhenFlushed() {
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Also before there is anything to close. */
    void close() {
        if (context != null) {
            context.close();
        }
    }

    /** So that the other side cannot take what it has for whole. */
    void reset() {
        if (!isSecure()) {
            context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
        context.close();
    }

    /** Leaves the channel to others, with nothing held back. */
    void leave() {
        context.pipeline().remove(context.handler());
        reading(true);
    }
}
