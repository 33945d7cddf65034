package io.sluice.server.gateway.http2;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.sluice.server.gateway.upstream.ConnectionSlot;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.util.function.Consumer;

/** Makes connections on one event loop, with TLS where the target wants it. */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
record Connecting(EventLoop loop, Class<? extends SocketChannel> sockets) {
    /** One of the two is run, on the loop. The connection does not read by itself. */
    void connect(
            Target target,
            UpstreamTimes times,
            ConnectionSlot slot,
            Consumer<Channel> made,
            Consumer<Throwable> failed) {
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(sockets)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, times.connect())
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        SslContext tls = target.tls();
                        if (tls != null) {
                            SslHandler handler = tls.newHandler(
                                    channel.alloc(),
                                    target.serverName(),
                                    target.address().getPort());
                            handler.setHandshakeTimeoutMillis(times.connect());
                            channel.pipeline().addLast(handler, new Closing());
                        }
                    }
                })
                .connect(target.address());
        slot.heldBy(connecting.channel());
        connecting.addListener(done -> {
            SslHandler handler = connecting.channel().pipeline().get(SslHandler.class);
            if (!done.isSuccess()) {
                slot.release();
                failed.accept(done.cause());
            } else if (handler == null) {
                made.accept(connecting.channel());
            } else {
                whenSafe(handler, connecting.channel(), made, failed);
            }
        });
    }

    private static void whenSafe(
            SslHandler handler, Channel channel, Consumer<Channel> made, Consumer<Throwable> failed) {
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                made.accept(channel);
            } else {
                channel.close();
                failed.accept(done.cause());
            }
        });
    }

    /** Whoever waits learns by the handshake, and later by the end of the channel, that TLS is broken; Netty would log it for each connection. */
    private static final class Closing extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
