package io.sluice.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;

/**
 * Tells the other side that nothing more comes behind what was written, in its language, and leaves the connection open: closed at once, while the other side is still sending, it would be reset, and what was
 * written last might never be read.
 */
public final class Farewell {
    private Farewell() {}

    @SuppressWarnings("FutureReturnValueIgnored") // where this fails the connection is lost anyway
    public static void say(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (tls != null) {
                tls.closeOutbound();
            } else if (channel instanceof DuplexChannel socket) {
                socket.shutdownOutput();
            }
        });
    }
}
