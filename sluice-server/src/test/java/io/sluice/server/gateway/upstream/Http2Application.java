package io.sluice.server.gateway.upstream;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A small server that answers in HTTP/2 only. */
final class Http2Application implements AutoCloseable {
    final Queue<String> asked = new ConcurrentLinkedQueue<>();
    volatile int status = 200;
    private final Channel listening;

    private Http2Application(Loops loops, @Nullable SslContext tls) {
        this.listening = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (tls != null) {
                            channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                        }
                        channel.pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forServer().build(),
                                        new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                                            @Override
                                            protected void initChannel(Channel stream) {
                                                stream.pipeline().addLast(new Answering());
                                            }
                                        }));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    static Http2Application start(Loops loops) {
        return new Http2Application(loops, null);
    }

    static Http2Application startTls(Loops loops, Certificate certificate) throws Exception {
        return new Http2Application(
                loops,
                SslContextBuilder.forServer(
                                certificate.certificate().toFile(),
                                certificate.key().toFile())
                        .applicationProtocolConfig(new ApplicationProtocolConfig(
                                ApplicationProtocolConfig.Protocol.ALPN,
                                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                                "h2"))
                        .build());
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
    }

    /** One request. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private final class Answering extends SimpleChannelInboundHandler<Http2StreamFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
            if (frame instanceof Http2HeadersFrame head) {
                asked.add(head.headers().method() + " " + head.headers().path() + " "
                        + head.headers().authority());
                context.writeAndFlush(
                        new DefaultHttp2HeadersFrame(new DefaultHttp2Headers().status(Integer.toString(status)), true));
            }
        }
    }
}
