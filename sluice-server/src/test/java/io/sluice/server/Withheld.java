package io.sluice.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.util.ArrayDeque;
import java.util.Deque;

/** A client that does not read yet: what is sent to it stays on the way. Stands next to the socket. */
public final class Withheld extends ChannelOutboundHandlerAdapter {
    private record Written(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {}

    private final Deque<Written> written = new ArrayDeque<>();

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        written.add(new Written(ctx, message, promise));
    }

    /** Reads all of it now. */
    public void read() {
        for (Written next = written.poll(); next != null; next = written.poll()) {
            var unused = next.ctx.writeAndFlush(next.message, next.promise);
        }
    }
}
