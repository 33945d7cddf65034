package io.sluice.server.gateway.http2;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.ssl.SslHandler;
import io.sluice.server.net.Farewell;

/**
 * The ways in which a connection of HTTP/1.1 ends. A client is given all that was written for it, and has so long to take it as a body may rest. Used on its event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
final class Parting {
    private static final int LINGER_MILLIS = 5_000;

    private final Channel channel;
    private final Patience patience;
    private final long restMillis;

    Parting(Channel channel, ObjectSettings settings) {
        this.channel = channel;
        this.patience = new Patience(channel.eventLoop(), this::giveUp);
        this.restMillis = settings.bodyIdle().toMillis();
    }

    /** At its end the client is given up. */
    Patience patience() {
        return patience;
    }

    private void giveUp() {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        if (unsent != null && unsent.totalPendingWriteBytes() > 0) {
            reset();
        } else {
            channel.close();
        }
    }

    /** So that the client cannot take what it has for whole: with a reset, and without the farewell of TLS. */
    void reset() {
        if (channel.isActive()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        }
        ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
        if (tls == null) {
            channel.close();
        } else {
            tls.close();
        }
    }

    /** The client sends nothing more, and knows that this is the end. */
    void whenTaken() {
        patience.begin(restMillis);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** A client that is still sending would see a reset instead of the answer if the connection were closed as soon as that is out. */
    void linger() {
        patience.begin(restMillis);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(taken -> {
            if (taken.isSuccess()) {
                patience.begin(LINGER_MILLIS);
            }
        });
        Farewell.say(channel);
        channel.read();
    }
}
