package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.http1.BadHead;
import io.sluice.server.net.Unforeseen;
import org.jspecify.annotations.Nullable;

/** A stream that a client has opened. Its head is decided about before anything of its body is read. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be written shows when the channel closes
final class FrontStream extends ChannelInboundHandlerAdapter implements Front {
    private final ObjectPath path;
    private final Channel stream;
    private final FrontClient client;
    private final Patience untaken;
    private @Nullable Passage passage;
    /** The end of the answer, on its way. */
    private @Nullable ChannelFuture end;

    private boolean requestEnded;
    /** Of the answer, when was last looked how much of it waits. */
    private long waiting;

    FrontStream(ObjectPath path, Channel stream, FrontClient client) {
        this.path = path;
        this.stream = stream;
        this.client = client;
        this.untaken = new Patience(stream.eventLoop(), this::isNotTaken);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Http2HeadersFrame frame) {
            headers(frame);
        } else if (message instanceof Http2DataFrame frame && passage != null) {
            data(frame, passage);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void headers(Http2HeadersFrame frame) {
        requestEnded = frame.isEndStream();
        if (passage == null) {
            head(frame.headers());
        } else {
            trailers(frame.headers(), passage);
        }
    }

    private void trailers(Http2Headers fields, Passage of) {
        if (StreamChecks.mayTrail(fields)) {
            of.requestEnd(Http2Fields.plain(fields));
        } else {
            of.left();
            reset(Http2Error.PROTOCOL_ERROR);
        }
    }

    /** Closed too, since Netty keeps what has come of a request and was not read yet, until somebody reads it or closes. */
    private void reset(Http2Error why) {
        stream.writeAndFlush(new DefaultHttp2ResetFrame(why)).addListener(told -> stream.close());
    }

    private void head(Http2Headers fields) {
        BadHead wrong = StreamChecks.wrong(fields, path.settings().head().fields());
        StreamRequest request = new StreamRequest(fields, client.peer());
        Passage begun = new Passage(path, this, request, client.scheme());
        passage = begun;
        if (wrong != null) {
            begun.refuse(OwnAnswer.problem(wrong.status(), wrong.detail()));
        } else if (request.method().equals("CONNECT") || request.method().equals("TRACE")) {
            begun.refuse(OwnAnswer.problem(405, "This gateway does not pass such a request on."));
        } else {
            begun.begin(requestEnded ? Rest.NOTHING : Rest.FOLLOWS);
        }
    }

    private void data(Http2DataFrame frame, Passage to) {
        if (frame.content().isReadable()) {
            to.requestBody(frame.content());
        } else {
            frame.release();
        }
        if (frame.isEndStream()) {
            requestEnded = true;
            to.requestEnd(EmptyHttpHeaders.INSTANCE);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (passage != null) {
            passage.requestPaused();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (passage != null) {
            passage.frontWritable();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame) {
            leave();
            ctx.executor().execute(stream::close); // by then the codec has closed it, and answers no reset with another
        }
        ReferenceCountUtil.release(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        untaken.stop();
        leave();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(FrontStream.class, cause);
        leave();
        Http2Exception broken = Http2CodecUtil.getEmbeddedHttp2Exception(cause);
        reset(broken == null ? Http2Error.INTERNAL_ERROR : broken.error());
    }

    private void leave() {
        if (passage != null) {
            passage.left();
        }
    }

    @Override
    public EventLoop loop() {
        return stream.eventLoop();
    }

    @Override
    public String protocol() {
        return "HTTP/2";
    }

    @Override
    public void interim(int status, HttpHeaders headers) {
        stream.write(new DefaultHttp2HeadersFrame(Http2Fields.answer(status, headers)));
    }

    @Override
    public void head(int status, HttpHeaders headers, Rest rest) {
        ChannelFuture written =
                stream.write(new DefaultHttp2HeadersFrame(Http2Fields.answer(status, headers), rest == Rest.NOTHING));
        end = rest == Rest.NOTHING ? written : null;
    }

    @Override
    public void body(ByteBuf content) {
        stream.write(new DefaultHttp2DataFrame(content));
    }

    @Override
    public void end(HttpHeaders trailers) {
        end = stream.write(
                trailers.isEmpty()
                        ? new DefaultHttp2DataFrame(true)
                        : new DefaultHttp2HeadersFrame(Http2Fields.trailers(trailers), true));
    }

    @Override
    public void abort() {
        reset(Http2Error.INTERNAL_ERROR);
    }

    @Override
    public void flush() {
        stream.flush();
        ChannelFuture last = end;
        end = null;
        if (last != null) {
            waitFor(last);
        }
    }

    /** A client has so long to make room for some more of what it asked for. */
    private void waitFor(ChannelFuture last) {
        if (!last.isDone()) {
            waiting = waiting();
            untaken.begin(path.settings().bodyIdle().toMillis());
        }
        last.addListener(written -> hasGoneOut());
    }

    /** After a whole answer the client is told that the rest of its request is not wanted; before, that would cut the answer off. */
    private void hasGoneOut() {
        untaken.stop();
        if (!requestEnded) {
            reset(Http2Error.NO_ERROR);
        }
    }

    private long waiting() {
        return stream.bytesBeforeWritable() - stream.bytesBeforeUnwritable();
    }

    private void isNotTaken() {
        long now = waiting();
        if (now == waiting) {
            reset(Http2Error.CANCEL);
        } else {
            waiting = now;
            untaken.begin(path.settings().bodyIdle().toMillis());
        }
    }

    @Override
    public boolean isWritable() {
        return stream.isWritable();
    }

    @Override
    public void read() {
        stream.read();
    }
}
