package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.sluice.server.net.Loops;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/** Serves a page whose script opens a WebSocket and a stream of events, and reports what came back. */
@SuppressWarnings("FutureReturnValueIgnored") // a browser that does not get its answer does not report
final class BrowserApplication implements AutoCloseable {
    /** What the page has seen, as JSON. */
    final CompletableFuture<String> report = new CompletableFuture<>();

    private final Loops loops = Loops.start(Loops.Transport.best(), 1);
    private final Channel listener;

    BrowserApplication() {
        listener = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connection
                                .pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(65_536),
                                        new WebSocketServerProtocolHandler("/socket"),
                                        new Messages(),
                                        new Requests());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    private static final class Messages extends SimpleChannelInboundHandler<TextWebSocketFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, TextWebSocketFrame message) {
            ctx.writeAndFlush(new TextWebSocketFrame("you said " + message.text()));
        }
    }

    private final class Requests extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) throws IOException {
            switch (request.uri()) {
                case "/page" -> answer(ctx, "text/html", page());
                case "/events" -> events(ctx);
                case "/report" -> {
                    report.complete(request.content().toString(UTF_8));
                    answer(ctx, "text/plain", "");
                }
                default -> answer(ctx, "text/plain", "served");
            }
        }

        private static String page() throws IOException {
            try (InputStream in = BrowserApplication.class.getResourceAsStream("page.html")) {
                return new String(in.readAllBytes(), UTF_8);
            }
        }

        private static void answer(ChannelHandlerContext ctx, String type, String text) {
            FullHttpResponse answer = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.copiedBuffer(text, UTF_8));
            answer.headers().set("content-type", type);
            answer.headers().set("content-length", answer.content().readableBytes());
            ctx.writeAndFlush(answer);
        }

        /** Three, and then nothing: who waits for the end of the answer waits for ever. */
        private static void events(ChannelHandlerContext ctx) {
            HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
            head.headers().set("content-type", "text/event-stream");
            head.headers().set("transfer-encoding", "chunked");
            ctx.writeAndFlush(head);
            for (String text : new String[] {"one", "two", "three"}) {
                ctx.writeAndFlush(new DefaultHttpContent(Unpooled.copiedBuffer("data: " + text + "\n\n", UTF_8)));
            }
        }
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        loops.close();
    }
}
