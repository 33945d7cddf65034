package io.sluice.server.gateway.http2;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.bounds.Account;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.gateway.Draining;
import io.sluice.server.net.Unforeseen;
import java.time.Duration;

/**
 * A connection on which a client speaks HTTP/2. It is closed when the client asks for more than a client has reason to:
 * resets of either side, settings, pings and empty frames are counted. It is closed as well when it has had no streams
 * for a while.
 */
@SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do when it has closed
final class FrontConnection extends ChannelInboundHandlerAdapter {
    /** In so many seconds a client may send so many settings and pings. */
    private static final int WINDOW_SECONDS = 30;

    private static final int MOST_CONTROLS = 200;

    private final ObjectSettings settings;
    private final Http2FrameCodec codec;
    private final Patience idle;
    private final Account account;
    private long windowBegan = System.nanoTime();
    private int controls;
    private int requests;

    private FrontConnection(ObjectSettings settings, Http2FrameCodec codec, Channel channel) {
        this.settings = settings;
        this.codec = codec;
        this.idle = new Patience(channel.eventLoop(), () -> closeIfIdle(channel));
        this.account = DoorBounds.of(channel).account(channel.eventLoop(), cause -> closeIfHolding(channel));
    }

    /** The connection's first bytes have yet to be read, and will be those of HTTP/2. */
    static void install(Channel channel, ObjectPath path) {
        FrontClient client = FrontClient.of(channel);
        ObjectSettings settings = path.settings();
        Http2FrameCodec codec = FrontCodec.of(settings);
        ChannelInitializer<Channel> streams = new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                stream.config().setAutoRead(false);
                stream.pipeline().addLast(new FrontStream(path, stream, client));
                channel.pipeline().get(FrontConnection.class).opened(stream);
            }
        };
        channel.pipeline()
                .addLast(codec, new Http2MultiplexHandler(streams), new FrontConnection(settings, codec, channel));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        idle.begin(settings.keepAlive().toMillis());
    }

    /** Bytes alone do not keep a connection: pings, and heads that never end, are no requests. */
    private void opened(Channel stream) {
        idle.renew();
        stream.closeFuture().addListener(closed -> idle.renew());
        if (++requests == settings.requestsPerConnection()) {
            stream.parent().pipeline().fireUserEventTriggered(Draining.NOW);
        }
    }

    /** The client is told to open no more streams, and the connection closes when the last of those under way has ended. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Draining.NOW) {
            codec.gracefulShutdownTimeoutMillis(-1);
            ctx.close();
            codec.gracefulShutdownTimeoutMillis(0);
        }
        ReferenceCountUtil.release(event);
    }

    /** Who does not take its answers is not read from: windows hold back bodies, but not heads. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        ctx.channel().config().setAutoRead(ctx.channel().isWritable());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (message instanceof Http2SettingsFrame && controls == 0) {
            StreamWindows.hold(ctx, settings.streams());
        }
        if (message instanceof Http2SettingsFrame || message instanceof Http2PingFrame) {
            count(ctx);
        }
        ReferenceCountUtil.release(message);
    }

    private void count(ChannelHandlerContext ctx) {
        long now = System.nanoTime();
        if (now - windowBegan > Duration.ofSeconds(WINDOW_SECONDS).toNanos()) {
            windowBegan = now;
            controls = 1;
        }
        if (++controls > MOST_CONTROLS) {
            ctx.write(new DefaultHttp2GoAwayFrame(Http2Error.ENHANCE_YOUR_CALM));
            ctx.close();
        }
    }

    /** Bodies that have come and were not passed on yet. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        account.hold(held());
        ctx.fireChannelReadComplete();
    }

    private int held() {
        io.netty.handler.codec.http2.Http2Connection connection = codec.connection();
        return connection.local().flowController().unconsumedBytes(connection.connectionStream());
    }

    /** What was accounted for may have gone on its way since. */
    private void closeIfHolding(Channel channel) {
        int now = held();
        account.hold(0);
        if (now > 0) {
            channel.close();
        }
    }

    private void closeIfIdle(Channel channel) {
        if (codec.connection().numActiveStreams() == 0) {
            channel.close();
        } else {
            idle.begin(settings.keepAlive().toMillis());
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        idle.stop();
        account.close();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(FrontConnection.class, cause);
        boolean isSaidByTheCodec = Http2CodecUtil.getEmbeddedHttp2Exception(cause) != null;
        if (!isSaidByTheCodec) {
            ctx.close();
        }
    }
}
