package io.sluice.benchmarks.soak;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Many requests at a time on one HTTP/2 connection. */
final class Http2Client implements SoakClient {
    private static final int AT_A_TIME = 30;
    private static final long PATIENCE_SECONDS = 60;
    private static final String[] PATHS = {"/many/h", "/few/h", "/queue/h"};

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final URI gateway;
    private final Channel connection;

    Http2Client(URI gateway) {
        this.gateway = gateway;
        this.connection = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        Http2FrameCodecBuilder.forClient().build(),
                                        new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
                    }
                })
                .connect(gateway.getHost(), gateway.getPort())
                .syncUninterruptibly()
                .channel();
    }

    @Override
    public String name() {
        return "HTTP/2";
    }

    @Override
    public void round(Outcomes outcomes) throws IOException, InterruptedException {
        CountDownLatch answers = new CountDownLatch(AT_A_TIME);
        for (int i = 0; i < AT_A_TIME; i++) {
            ask(PATHS[i % PATHS.length], outcome -> {
                outcomes.count(name(), outcome);
                answers.countDown();
            });
        }
        if (!answers.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(answers.getCount() + " requests are not answered");
        }
    }

    private void ask(String path, Http2Answer.Heard heard) {
        Http2StreamChannel stream = new Http2StreamChannelBootstrap(connection)
                .handler(new Http2Answer(heard))
                .open()
                .syncUninterruptibly()
                .getNow();
        var unused = stream.writeAndFlush(new DefaultHttp2HeadersFrame(
                new DefaultHttp2Headers()
                        .method("GET")
                        .scheme("http")
                        .authority(gateway.getAuthority())
                        .path(path),
                true));
    }

    @Override
    public void close() {
        connection.close().syncUninterruptibly();
        var unused = loops.shutdownGracefully();
    }
}
