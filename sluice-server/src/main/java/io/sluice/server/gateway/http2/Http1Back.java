package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.gateway.upstream.ConnectionSlots;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A connection that speaks HTTP/1.1: one request at a time, and the next one only if the last answer was whole and said nothing against it. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be written shows when the channel closes
final class Http1Back extends ChannelInboundHandlerAdapter implements Back {
    private static final Set<String> WITH_A_BODY = Set.of("POST", "PUT", "PATCH");

    private final Channel channel;
    private final AnswerDecoder decoder = new AnswerDecoder();
    private final Http1Connections connections;
    private final Target target;
    private final Patience idle;
    private final UpstreamTimes times;
    /** Null between requests, and when nobody waits for the answer any more. */
    private @Nullable Answering answering;

    private boolean served;
    private boolean reused;
    private boolean requestEnded;
    private boolean headRequest;
    private boolean keepAlive;
    /** The next end is that of an interim answer. */
    private boolean ofInterim;
    /** A head without body, told together with its end so that the connection is free again by then. */
    private @Nullable HttpResponse whole;

    Http1Back(Channel channel, Http1Connections connections, Target target, UpstreamTimes times) {
        this.channel = channel;
        this.connections = connections;
        this.target = target;
        this.times = times;
        this.idle = new Patience(channel.eventLoop(), channel::close);
    }

    /** Goes in front of this on the connection. */
    AnswerDecoder decoder() {
        return decoder;
    }

    Channel channel() {
        return channel;
    }

    void close() {
        channel.close();
    }

    /** Null: to any. */
    boolean isTo(@Nullable ConnectionSlots other) {
        return other == null || other == target.slots();
    }

    /** The next request, unless it has left. */
    void begin(BackRequest request) {
        Answering by = request.served();
        if (by == null) {
            isFree();
            return;
        }
        idle.stop();
        channel.config().setAutoRead(false);
        answering = by;
        reused = served;
        requestEnded = false;
        ofInterim = false;
        keepAlive = false;
        by.ready(this);
    }

    /** There is no request for it now. */
    void isFree() {
        channel.config().setAutoRead(true);
        idle.begin(times.keepAlive());
        connections.keep(target, this);
    }

    @Override
    public boolean isReused() {
        return reused;
    }

    @Override
    public void head(ForwardedHead head, Rest rest) {
        HttpRequest request = new DefaultHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(head.method()),
                head.target(),
                head.headers().copy());
        HttpHeaders headers = request.headers();
        headers.set("host", head.host(target));
        headers.remove("te");
        headRequest = head.method().equals("HEAD");
        decoder.expect(headRequest);
        if (rest == Rest.FOLLOWS && !headers.contains("content-length")) {
            HttpUtil.setTransferEncodingChunked(request, true);
        } else if (rest == Rest.NOTHING && WITH_A_BODY.contains(head.method())) {
            headers.set("content-length", 0);
        }
        channel.write(request);
        if (rest == Rest.NOTHING) {
            channel.write(LastHttpContent.EMPTY_LAST_CONTENT);
            requestEnded = true;
        }
    }

    @Override
    public void body(ByteBuf content) {
        channel.write(new DefaultHttpContent(content));
    }

    @Override
    public void end(HttpHeaders trailers) {
        LastHttpContent last = new DefaultLastHttpContent();
        last.trailingHeaders().add(trailers);
        channel.write(last);
        requestEnded = true;
    }

    @Override
    public void flush() {
        channel.flush();
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void read() {
        channel.read();
    }

    @Override
    public void leave() {
        if (answering != null) {
            answering = null;
            channel.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (answering == null
                || !(message instanceof HttpObject part)
                || part.decoderResult().isFailure()) {
            ReferenceCountUtil.release(message);
            breakOff(new IOException("the answer is not HTTP"));
        } else if (message instanceof HttpResponse response) {
            head(response, answering);
        } else if (message instanceof HttpContent content) {
            content(content, answering);
        }
    }

    private void head(HttpResponse response, Answering to) {
        int status = response.status().code();
        if (status == 101) {
            breakOff(new IOException("the target changed the protocol without being asked"));
        } else if (status < 200) {
            ofInterim = true;
            to.interim(status, response.headers());
        } else {
            keepAlive = HttpUtil.isKeepAlive(response);
            boolean bodiless = headRequest || status == 204 || status == 304;
            if (bodiless || "0".equals(response.headers().get("content-length"))) {
                whole = response;
            } else {
                to.answered(status, response.headers(), Rest.FOLLOWS);
            }
        }
    }

    private void content(HttpContent content, Answering to) {
        HttpResponse head = whole;
        whole = null;
        if (!content.content().isReadable()) {
            content.release();
        } else {
            to.answerBody(content.content());
        }
        if (!(content instanceof LastHttpContent last)) {
            return;
        }
        if (ofInterim) {
            ofInterim = false;
            return;
        }
        release();
        if (head != null) {
            to.answered(head.status().code(), head.headers(), Rest.NOTHING);
        } else {
            to.answerEnd(last.trailingHeaders());
        }
    }

    /** The answer is whole. */
    private void release() {
        answering = null;
        served = true;
        if (requestEnded && keepAlive && channel.isActive()) {
            isFree();
        } else {
            channel.close();
        }
    }

    private void breakOff(Throwable cause) {
        Answering told = answering;
        answering = null;
        channel.close();
        if (told != null) {
            told.broken(cause);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (answering != null) {
            answering.answerPaused();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (answering != null) {
            answering.backWritable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        idle.stop();
        connections.forget(target, this);
        breakOff(new IOException("the target closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        breakOff(cause);
    }
}
