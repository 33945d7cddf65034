package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.gateway.upstream.Target;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A stream of an {@link Http2Connection}: one request and its answer. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be written shows when the channel closes
final class Http2Back extends ChannelInboundHandlerAdapter implements Back {
    private final Http2Connection connection;
    private final Target target;
    private boolean reused;
    /** Null when the answer is whole, or nobody waits for it any more. */
    private @Nullable Answering answering;

    private @Nullable Channel stream;
    private boolean requestEnded;
    private boolean answered;

    Http2Back(Http2Connection connection, Target target, Answering answering, boolean reused) {
        this.connection = connection;
        this.target = target;
        this.answering = answering;
        this.reused = reused;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        stream = ctx.channel();
        ctx.channel().closeFuture().addListener(closed -> connection.streamClosed());
    }

    private Channel stream() {
        if (stream == null) {
            throw new IllegalStateException("the stream is not open");
        }
        return stream;
    }

    @Override
    public boolean isReused() {
        return reused;
    }

    @Override
    public void head(ForwardedHead head, Rest rest) {
        requestEnded = rest == Rest.NOTHING;
        String scheme = target.tls() == null ? "http" : "https";
        stream()
                .write(new DefaultHttp2HeadersFrame(
                        Http2Fields.request(head, scheme, head.host(target)), requestEnded));
    }

    @Override
    public void body(ByteBuf content) {
        stream().write(new DefaultHttp2DataFrame(content));
    }

    @Override
    public void end(HttpHeaders trailers) {
        requestEnded = true;
        stream()
                .write(
                        trailers.isEmpty()
                                ? new DefaultHttp2DataFrame(true)
                                : new DefaultHttp2HeadersFrame(Http2Fields.trailers(trailers), true));
    }

    @Override
    public void flush() {
        stream().flush();
    }

    @Override
    public boolean isWritable() {
        return stream().isWritable();
    }

    @Override
    public void read() {
        stream().read();
    }

    @Override
    public void leave() {
        if (answering != null) {
            answering = null;
            stream().close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (answering == null) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof Http2HeadersFrame frame) {
            headers(frame, answering);
        } else if (message instanceof Http2DataFrame frame) {
            data(frame, answering);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void headers(Http2HeadersFrame frame, Answering to) {
        HttpHeaders fields = Http2Fields.plain(frame.headers());
        int status = answered ? 0 : AnswerStatus.of(frame.headers().status());
        if (answered) {
            end();
            to.answerEnd(fields);
        } else if (status == 0 || status == 101) {
            breakOff(new IOException("the answer has no status"));
        } else if (status < 200) {
            to.interim(status, fields);
        } else {
            answered = true;
            if (frame.isEndStream()) {
                end();
            }
            to.answered(status, fields, frame.isEndStream() ? Rest.NOTHING : Rest.FOLLOWS);
        }
    }

    private void data(Http2DataFrame frame, Answering to) {
        if (frame.content().isReadable()) {
            to.answerBody(frame.content());
        } else {
            frame.release();
        }
        if (frame.isEndStream()) {
            end();
            to.answerEnd(EmptyHttpHeaders.INSTANCE);
        }
    }

    /** The answer is whole; whatever of the request has not been sent is not wanted. */
    private void end() {
        answering = null;
        if (!requestEnded) {
            stream().close();
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

    /** A reset without an error says only that the rest of the request is not wanted: the answer before it may have yet to be read. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame reset) {
            reused = false;
            if (reset.errorCode() != Http2Error.NO_ERROR.code()) {
                breakOff(
                        reset.errorCode() == Http2Error.REFUSED_STREAM.code()
                                ? new NotSeenException("the target refused the stream")
                                : new IOException("the target reset the stream with error " + reset.errorCode()));
            }
        }
        ReferenceCountUtil.release(event);
    }

    private void breakOff(Throwable cause) {
        Answering told = answering;
        answering = null;
        stream().close();
        if (told != null) {
            told.broken(cause);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        boolean notSeen = ctx.channel() instanceof Http2StreamChannel channel
                && channel.stream() != null
                && connection.wasNotSeen(channel.stream().id());
        breakOff(
                notSeen
                        ? new NotSeenException("the target closed before it looked at the stream")
                        : new IOException("the target closed the stream"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        breakOff(cause);
    }
}
