package io.sluice.server.api;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a connection has to send: answers to requests that came together leave together. Used on its event loop only. */
final class Outgoing {
    private static final int LINGER_SECONDS = 2;

    private @Nullable ByteBuf written;

    /** Where to write. */
    ByteBuf buffer(ChannelHandlerContext ctx) {
        ByteBuf writing = written;
        if (writing == null) {
            writing = ctx.alloc().buffer(512);
            written = writing;
        }
        return writing;
    }

    /** Bytes written and not sent yet. */
    int length() {
        return written == null ? 0 : written.writerIndex();
    }

    /** Sends what there is; after the last of a connection its client is given some time to read, then it is closed. */
    void send(ChannelHandlerContext ctx, boolean last) {
        ByteBuf sent = written;
        written = null;
        if (sent == null) {
            return;
        }
        if (last) {
            var unused = ctx.writeAndFlush(sent).addListener(done -> linger(ctx));
        } else {
            var unused = ctx.write(sent, ctx.voidPromise());
        }
    }

    /** What was not sent is lost with the connection. */
    void drop() {
        ByteBuf lost = written;
        written = null;
        if (lost != null) {
            lost.release();
        }
    }

    /** A client that is still sending would lose the answer if the connection were closed at once. */
    private static void linger(ChannelHandlerContext ctx) {
        if (ctx.channel() instanceof DuplexChannel duplex) {
            var unused = duplex.shutdownOutput();
        }
        var unused = ctx.executor().schedule(() -> close(ctx), LINGER_SECONDS, TimeUnit.SECONDS);
    }

    private static void close(ChannelHandlerContext ctx) {
        var unused = ctx.close();
    }
}
