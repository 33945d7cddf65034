package io.sluice.server.gateway.upstream;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpScheme;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.concurrent.Future;
import io.sluice.server.gateway.upstream.Probe.Answer;
import io.sluice.server.gateway.upstream.Probe.Reply;

/** A probe in HTTP/2: one stream on the connection. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be done shows when the channel closes
final class Http2Probe extends ChannelInboundHandlerAdapter {
    private final Http2Headers question;
    private final Reply reply;

    private Http2Probe(Http2Headers question, Reply reply) {
        this.question = question;
        this.reply = reply;
    }

    static void install(Channel channel, boolean tls, String host, String path, Reply reply) {
        Http2Headers question = new DefaultHttp2Headers()
                .method("GET")
                .scheme(tls ? HttpScheme.HTTPS.name() : HttpScheme.HTTP.name())
                .authority(host)
                .path(path);
        question.set("user-agent", Http1Probe.AGENT);
        channel.pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forClient().build(),
                        new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()),
                        new Http2Probe(question, reply));
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        new Http2StreamChannelBootstrap(context.channel())
                .handler(new Stream(context.channel(), reply))
                .open()
                .addListener((Future<Http2StreamChannel> opened) -> {
                    if (opened.isSuccess()) {
                        opened.getNow().writeAndFlush(new DefaultHttp2HeadersFrame(question, true));
                    } else {
                        reply.accept(Answer.none(opened.cause()));
                        context.close();
                    }
                });
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        reply.accept(Answer.none("it closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        reply.accept(Answer.none(cause));
        context.close();
    }

    /** Of the question's stream: the first headers that are no 1xx are the answer. */
    private static final class Stream extends SimpleChannelInboundHandler<Http2StreamFrame> {
        private final Channel connection;
        private final Reply reply;

        Stream(Channel connection, Reply reply) {
            this.connection = connection;
            this.reply = reply;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
            int status = frame instanceof Http2HeadersFrame head ? status(head.headers()) : 0;
            if (status >= 200) {
                reply.accept(Answer.of(status));
                connection.close();
            }
        }

        private static int status(Http2Headers headers) {
            CharSequence status = headers.status();
            return status == null ? 0 : Integer.parseInt(status.toString());
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            reply.accept(Answer.none("it closed the stream"));
            connection.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            reply.accept(Answer.none(cause));
            connection.close();
        }
    }
}
