package io.sluice.server.gateway.http2;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.net.Listening;
import io.sluice.server.net.Loops;
import java.io.IOException;
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
    private final Listening listening;

    /** Says these settings first. */
    FrameTarget(Http2Settings settings, Script script) throws IOException {
        listening = Listening.open(
                loops,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                channel -> channel.pipeline()
                        .addLast(
                                Http2FrameCodecBuilder.forServer()
                                        .initialSettings(settings)
                                        .build(),
                                new Connection(script)));
    }

    int port() {
        return listening.address().getPort();
    }

    @Override
    public void close() {
        listening.close();
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
