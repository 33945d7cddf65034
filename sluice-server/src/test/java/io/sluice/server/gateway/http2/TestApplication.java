package io.sluice.server.gateway.http2;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.SslContext;
import io.sluice.server.net.Loops;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A real server for the gateway to stand in front of, in either protocol; {@link ApplicationHandler} says what it serves. */
final class TestApplication implements AutoCloseable {
    /** Method and target of each request, in the order they came. */
    final Queue<String> seen = new ConcurrentLinkedQueue<>();

    final Set<Channel> connections = ConcurrentHashMap.newKeySet();
    private final Loops loops = Loops.start(Loops.Transport.best(), 1);
    private final Channel listener;

    private TestApplication(boolean http2, SslContext tls) {
        listener = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.listening())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connections.add(connection);
                        if (tls != null) {
                            connection.pipeline().addLast(tls.newHandler(connection.alloc()));
                        }
                        if (http2) {
                            serveHttp2(connection);
                        } else {
                            connection.pipeline().addLast(new HttpServerCodec(), new ApplicationHandler(seen));
                        }
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel();
    }

    static TestApplication http1() {
        return new TestApplication(false, null);
    }

    static TestApplication http2() {
        return new TestApplication(true, null);
    }

    static TestApplication tls(boolean http2, SslContext tls) {
        return new TestApplication(http2, tls);
    }

    private void serveHttp2(Channel connection) {
        connection
                .pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forServer().build(),
                        new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel stream) {
                                stream.pipeline()
                                        .addLast(
                                                new Http2StreamFrameToHttpObjectCodec(true),
                                                new ApplicationHandler(seen));
                            }
                        }));
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        loops.close();
    }
}
