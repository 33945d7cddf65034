package io.sluice.server.gateway.http2;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.net.Listening;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A server of HTTP/2 that is about to go away: on its first connection it answers nothing, says so once as many streams are open as it was told, and answers those that it
 * says to have seen after it has answered something on another connection. One event loop serves all.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a client that does not get its answer says so
final class GoingTarget implements AutoCloseable {
    /** The connection, the method and the path of each request, in the order they came. */
    final Queue<String> seen = new ConcurrentLinkedQueue<>();

    /** Whether the other side has read that the first connection goes away. */
    volatile boolean heard;

    private final int streams;
    private final int lookedAt;
    private final Loops loops = Loops.start(Loops.Transport.best(), 1);
    private final Listening listening;
    private int connections;
    private Connection first;

    /** Goes when so many streams are open, and says to have looked at so many; more than there are stand for all that may still come. */
    GoingTarget(int streams, int lookedAt) throws IOException {
        this.streams = streams;
        this.lookedAt = lookedAt;
        this.listening = Listening.open(loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), channel -> {
            Http2FrameCodec codec = Http2FrameCodecBuilder.forServer().build();
            Connection connection = new Connection(codec, ++connections);
            first = first == null ? connection : first;
            channel.pipeline().addLast(codec, connection);
        });
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
        private final Http2FrameCodec codec;
        private final int number;
        private final List<Http2FrameStream> open = new ArrayList<>();
        private int last = Integer.MAX_VALUE;
        private ChannelHandlerContext context;

        Connection(Http2FrameCodec codec, int number) {
            this.codec = codec;
            this.number = number;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            context = ctx;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof Http2HeadersFrame head) {
                seen.add(number + " " + head.headers().method() + " "
                        + head.headers().path());
                open.add(head.stream());
                serve();
            } else if (message instanceof Http2PingFrame ping && ping.ack()) {
                heard = true;
            }
            ReferenceCountUtil.release(message);
        }

        private void serve() {
            if (number > 1) {
                answer();
                first.answer();
            } else if (open.size() == streams) {
                last = lastLookedAt();
                ChannelHandlerContext below = context.pipeline().context(codec);
                codec.encoder().writeGoAway(below, last, 0, Unpooled.EMPTY_BUFFER, below.newPromise());
                context.writeAndFlush(new DefaultHttp2PingFrame(7));
            }
        }

        private void answer() {
            for (Http2FrameStream stream : open) {
                if (stream.id() <= last) {
                    context.write(
                            new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status("200"), true).stream(stream));
                }
            }
            context.flush();
            open.clear();
        }

        private int lastLookedAt() {
            if (lookedAt > open.size()) {
                return Integer.MAX_VALUE;
            }
            return lookedAt == 0 ? 0 : open.get(lookedAt - 1).id();
        }
    }
}
