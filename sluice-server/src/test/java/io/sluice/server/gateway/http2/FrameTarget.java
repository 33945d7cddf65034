package io.sluice.server.gateway.http2;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A server of HTTP/2 that does about each frame what a test says. */
final class FrameTarget implements AutoCloseable {
    /** What is done about a frame. */
    @FunctionalInterface
    interface Script {
        void read(ChannelHandlerContext connection, Object frame);
    }

    final Queue<ChannelHandlerContext> connections = new ConcurrentLinkedQueue<>();
    private final Loops loops = Loops.start(Loops.Transport.best(), 1);
    private final Channel listener;

    /** Says these settings first. */
    FrameTarget(Http2Settings settings, Script script) {
        listener = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forServer()
                                                .initialSettings(settings)
                                                .build(),
                                        new Connection(script));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        loops.close();
    }

    private final class Connection extends ChannelInboundHandlerAdapter {
        private final Script script;

        Connection(Script script) {
            this.script = script;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            connections.add(ctx);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            script.read(ctx, message);
            ReferenceCountUtil.release(message);
        }
    }
}
