package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.ssl.SslHandler;
import io.sluice.server.net.Farewell;
import org.jspecify.annotations.Nullable;

/** The channel under a handler: writes that go out together, reading that can be held back, and the ways to end it. Used on its event loop only. */
@SuppressWarnings({
    "NullAway.Init", // the context comes when the handler is added
    "FutureReturnValueIgnored" // a write that fails closes the connection
})
final class Wire {
    private final SmallBuffers buffers;
    private ChannelHandlerContext context;
    private boolean unflushed;
    private @Nullable Shortcut shortcut;
    /** Written, but not yet to the channel. */
    private @Nullable ByteBuf first;

    Wire(SmallBuffers buffers) {
        this.buffers = buffers;
    }

    void in(ChannelHandlerContext place) {
        context = place;
        shortcut = Shortcut.of(place.channel());
    }

    Channel channel() {
        return context.channel();
    }

    boolean isSecure() {
        return context.pipeline().get(SslHandler.class) != null;
    }

    ByteBuf buffer(int size) {
        return buffers.take(context.alloc(), size);
    }

    /** One that holds bytes which never change, and are likely to be sent again. */
    ByteBuf holding(byte[] bytes) {
        return buffers.holding(context.alloc(), bytes);
    }

    void write(ByteBuf bytes) {
        if (first == null && !unflushed && bytes.hasMemoryAddress() && shortcut != null && shortcut.isFree()) {
            first = bytes;
        } else {
            enqueueFirst();
            context.write(bytes, context.voidPromise());
        }
        unflushed = true;
    }

    private void enqueueFirst() {
        ByteBuf bytes = first;
        if (bytes != null) {
            first = null;
            context.write(bytes, context.voidPromise());
        }
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            if (!isSentDirectly()) {
                enqueueFirst();
                context.flush();
            }
        }
    }

    private boolean isSentDirectly() {
        ByteBuf bytes = first;
        if (bytes == null || shortcut == null) {
            return false;
        }
        shortcut.send(bytes);
        if (bytes.isReadable()) {
            return false;
        }
        first = null;
        bytes.release();
        return true;
    }

    /** What was written and not flushed is lost with the channel, wherever it is. */
    void drop() {
        ByteBuf bytes = first;
        if (bytes != null) {
            first = null;
            unflushed = false;
            bytes.release();
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

    /** Does this when all that was written is out, or lost. */
    void whenOut(Runnable then) {
        flush();
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(out -> then.run());
    }

    /** The other side sees the end of what was written, and may go on sending. */
    void sendsNoMore() {
        flush();
        Farewell.say(context.channel());
    }

    void closeWhenFlushed() {
        flush();
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Also before there is anything to close. */
    void close() {
        if (context != null) {
            drop();
            context.close();
        }
    }

    /** The other side has had its time. */
    void giveUp() {
        if (hasUnsent()) {
            reset();
        } else {
            close();
        }
    }

    private boolean hasUnsent() {
        ChannelOutboundBuffer waiting = context.channel().unsafe().outboundBuffer();
        return first != null || (waiting != null && waiting.totalPendingWriteBytes() > 0);
    }

    /** So that the other side cannot take what it has for whole. TLS is passed over: it would say farewell, as if all had been said. */
    void reset() {
        drop();
        context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        ChannelHandlerContext tls = context.pipeline().context(SslHandler.class);
        (tls == null ? context : tls).close();
    }

    /** The channel is that handler's from now on. */
    void passTo(ChannelHandler next) {
        context.pipeline().replace(context.handler(), null, next);
    }

    /** Leaves the channel to others, with nothing held back. */
    void leave() {
        flush();
        context.pipeline().remove(context.handler());
        reading(true);
    }
}
