package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.net.Unforeseen;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * A connection that speaks HTTP/2 to a target, for many requests at a time. Requests wait until the target has said how many.
 *
 * <p>Its window holds the windows of all its streams, so that clients who do not read their answers cannot keep those of others back.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be written shows when the channel closes
final class Http2Connection extends ChannelInboundHandlerAdapter {
    private static final int MOST_STREAMS = 100;
    private static final int MOST_HEAD_BYTES = 65_536;

    private final Target target;
    private final UpstreamTimes times;
    private final Http2Connections connections;
    private final Queue<BackRequest> waiting = new ArrayDeque<>();
    private @Nullable Channel channel;
    private @Nullable Patience patience;
    private long places = MOST_STREAMS;
    private int streams;
    private long served;
    private boolean ready;
    private boolean closing;
    /** Streams above this one were not looked at; set when the target is about to close. */
    private int lastSeen = Integer.MAX_VALUE;

    Http2Connection(Target target, UpstreamTimes times, Http2Connections connections) {
        this.target = target;
        this.times = times;
        this.connections = connections;
    }

    boolean hasPlace() {
        return !closing && streams + waiting.size() < (ready ? places : MOST_STREAMS);
    }

    boolean leadsTo(InetSocketAddress address) {
        return channel == null || address.equals(channel.remoteAddress());
    }

    Target target() {
        return target;
    }

    /** Open, and without a request. */
    boolean isIdle() {
        return ready && !closing && streams == 0;
    }

    /** Gives the request a stream, now or when the connection is ready. */
    void take(BackRequest request) {
        if (ready && channel != null) {
            open(channel, request);
        } else {
            waiting.add(request);
            request.whenLeft(() -> waiting.remove(request));
        }
    }

    void connected(Channel made) {
        SslHandler tls = made.pipeline().get(SslHandler.class);
        if (tls != null && !ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol())) {
            made.close();
            failed(new IOException("the target does not speak HTTP/2"));
            return;
        }
        channel = made;
        patience = new Patience(made.eventLoop(), this::tooLate);
        patience.begin(times.connect());
        Http2FrameCodec codec = Http2FrameCodecBuilder.forClient()
                .initialSettings(
                        Http2Settings.defaultSettings().pushEnabled(false).maxHeaderListSize(MOST_HEAD_BYTES))
                .build();
        codec.connection().addListener(new Http2ConnectionAdapter() {
            @Override
            public void onGoAwayReceived(int lastStreamId, long errorCode, ByteBuf debugData) {
                closeWhenDone(lastStreamId);
            }
        });
        made.pipeline().addLast(codec, new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()), this);
    }

    void failed(Throwable cause) {
        closing = true;
        connections.forget(target, this);
        for (BackRequest next = waiting.poll(); next != null; next = waiting.poll()) {
            next.broken(cause);
        }
    }

    private void tooLate() {
        if (!ready) {
            failed(new SocketTimeoutException("timeout awaiting settings"));
        }
        if (channel != null) {
            channel.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (message instanceof Http2SettingsFrame frame) {
            Long most = frame.settings().maxConcurrentStreams();
            places = most == null ? places : Math.min(MOST_STREAMS, most);
            if (!ready && places > 0) {
                begin(ctx);
            }
        }
        ReferenceCountUtil.release(message);
    }

    private void begin(ChannelHandlerContext ctx) throws Exception {
        ready = true;
        StreamWindows.hold(ctx, MOST_STREAMS);
        if (patience != null) {
            patience.stop();
        }
        for (BackRequest next = waiting.poll(); next != null; next = waiting.poll()) {
            if (streams < places) {
                open(ctx.channel(), next);
            } else {
                connections.open(next);
            }
        }
        if (streams == 0 && patience != null) {
            patience.begin(times.keepAlive());
        }
    }

    private void open(Channel parent, BackRequest request) {
        Answering answering = request.served();
        if (answering == null) {
            return;
        }
        if (patience != null) {
            patience.stop();
        }
        streams++;
        Http2Back back = new Http2Back(this, target, answering, served++ > 0);
        new Http2StreamChannelBootstrap(parent)
                .option(ChannelOption.AUTO_READ, false)
                .handler(back)
                .open()
                .addListener(opened -> {
                    if (opened.isSuccess()) {
                        answering.ready(back);
                    } else {
                        streamClosed();
                        answering.broken(opened.cause());
                    }
                });
    }

    void streamClosed() {
        streams--;
        connections.hasRoom(this);
        if (streams == 0 && channel != null && patience != null) {
            if (closing) {
                channel.close();
            } else {
                patience.begin(times.keepAlive());
            }
        }
    }

    /** Takes no more requests, so that its slot can be used elsewhere. */
    void retire() {
        closeWhenDone(lastSeen);
    }

    /** Whether the target has said that it did not look at this stream. */
    boolean wasNotSeen(int stream) {
        return stream > lastSeen;
    }

    private void closeWhenDone(int last) {
        closing = true;
        lastSeen = last;
        connections.forget(target, this);
        if (streams == 0 && channel != null) {
            channel.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (patience != null) {
            patience.stop();
        }
        failed(new IOException("the target closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(Http2Connection.class, cause);
        ctx.close();
    }
}
