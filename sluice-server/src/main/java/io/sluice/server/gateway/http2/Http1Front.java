package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.sluice.server.gateway.Draining;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Framing;
import io.sluice.server.http1.RequestHead;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Unforeseen;
import org.jspecify.annotations.Nullable;

/** A connection on which a client speaks HTTP/1.1, of whose requests at least one goes to a target that speaks HTTP/2. One request at a time. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be written shows when the channel closes
final class Http1Front extends ChannelInboundHandlerAdapter implements Front {
    private final ObjectPath path;
    private final Channel channel;
    private final HeadGate gate;
    private final String scheme;
    private final Patience patience;
    private final Parting parting;
    private @Nullable Decided first;
    private @Nullable Passage passage;
    private boolean requestEnded;
    private boolean keepAlive;
    private boolean answerEnded;
    private boolean draining;
    private boolean lingering;
    private int requests;
    /** The time for a head runs. */
    private boolean headBegan;
    /** The next request waits until answers to those before are taken. */
    private boolean heldUp;

    Http1Front(ObjectPath path, Channel channel, HeadGate gate, Decided first) {
        this.path = path;
        this.channel = channel;
        this.gate = gate;
        this.scheme = FrontClient.of(channel).scheme();
        this.first = first;
        this.requests = first.requests() - 1;
        this.parting = new Parting(channel, path.settings());
        this.patience = parting.patience();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request) {
            begin(request);
        } else if (message instanceof HttpContent content && passage != null && !answerEnded) {
            content(content, passage);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpRequest request) {
        if (request.decoderResult().isSuccess()) {
            begin(gate.head());
        } else {
            ReferenceCountUtil.release(request);
            channel.close();
        }
    }

    private void begin(RequestHead head) {
        patience.stop();
        headBegan = false;
        requestEnded = head.framing().kind() == Framing.Kind.NONE;
        keepAlive = head.keepAlive() && !draining && !isLast();
        answerEnded = false;
        Passage begun = new Passage(path, this, head, scheme);
        passage = begun;
        Decided decided = first;
        first = null;
        Rest rest = requestEnded ? Rest.NOTHING : Rest.FOLLOWS;
        if (decided != null) {
            begun.begin(rest, decided);
        } else if (head.method().equals("CONNECT") || head.method().equals("TRACE")) {
            begun.refuse(OwnAnswer.problem(405, "This gateway does not pass such a request on."));
        } else {
            begun.begin(rest);
        }
        if (requestEnded) {
            watch();
        }
    }

    /** So that it shows when the client leaves; of what it sends behind its request, little is read ahead. */
    private void watch() {
        if (gate.isEmpty()) {
            channel.read();
        }
    }

    private boolean isLast() {
        return ++requests == path.settings().requestsPerConnection();
    }

    private void content(HttpContent content, Passage to) {
        if (content.content().isReadable()) {
            to.requestBody(content.content());
        } else {
            content.release();
        }
        if (content instanceof LastHttpContent last && !requestEnded) {
            requestEnded = true;
            to.requestEnd(last.trailingHeaders());
            watch();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (passage == null || answerEnded) {
            readOn();
        } else {
            passage.requestPaused();
        }
    }

    /** A head that has begun has to come in time. */
    private void readOn() {
        if (gate.isInHead() && !headBegan) {
            headBegan = true;
            patience.begin(path.settings().headTime().toMillis());
        }
        if (gate.isOpen()) {
            channel.read();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (passage != null) {
            passage.frontWritable();
        } else if (heldUp && channel.isWritable()) {
            heldUp = false;
            channel.eventLoop().execute(this::next);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        BadHead bad = gate.bad();
        if (event == Draining.SOON) {
            keepAlive = false;
            draining = true;
        } else if (event == Draining.NOW) {
            keepAlive = false;
            draining = true;
            LastCall.afterReading(channel, this::endIfIdle);
        } else if (event == gate && bad != null) {
            keepAlive = false;
            if (passage != null && !answerEnded) {
                passage.left();
                channel.close();
            } else {
                requestEnded = false;
                Passage refused = new Passage(path, this, gate.head(), scheme);
                passage = refused;
                refused.refuse(OwnAnswer.problem(bad.status(), bad.detail()));
            }
        }
    }

    /** A head that has begun to come is answered; it has its time. */
    private void endIfIdle() {
        if (passage == null && !gate.isInHead()) {
            linger();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        patience.stop();
        if (passage != null) {
            passage.left();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(Http1Front.class, cause);
        ctx.close();
    }

    @Override
    public EventLoop loop() {
        return channel.eventLoop();
    }

    @Override
    public String protocol() {
        return gate.head().isHttp10() ? "HTTP/1.0" : "HTTP/1.1";
    }

    @Override
    public void interim(int status, HttpHeaders headers) {
        if (!gate.head().isHttp10()) {
            DefaultFullHttpResponse response =
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
            response.headers().add(headers);
            channel.write(response);
        }
    }

    @Override
    public void head(int status, HttpHeaders headers, Rest rest) {
        HttpResponse response =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), headers.copy());
        keepAlive &= requestEnded;
        frame(status, response.headers(), rest);
        if (!keepAlive) {
            response.headers().set("connection", "close");
        } else if (gate.head().isHttp10()) {
            response.headers().set("connection", "keep-alive");
        }
        channel.write(response);
        if (rest == Rest.NOTHING) {
            channel.write(LastHttpContent.EMPTY_LAST_CONTENT);
            answerEnded = true;
        }
    }

    private void frame(int status, HttpHeaders headers, Rest rest) {
        boolean bodiless =
                status == 204 || status == 304 || gate.head().method().equals("HEAD");
        if (bodiless || headers.contains("content-length")) {
            return;
        }
        if (rest == Rest.NOTHING) {
            headers.set("content-length", 0);
        } else if (gate.head().isHttp10()) {
            keepAlive = false;
        } else {
            headers.set("transfer-encoding", "chunked");
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
        answerEnded = true;
    }

    @Override
    public void abort() {
        answerEnded = true;
        parting.reset();
    }

    @Override
    public void flush() {
        channel.flush();
        if (answerEnded && passage != null) {
            passage = null;
            afterAnswer();
        }
    }

    private void afterAnswer() {
        if (keepAlive) {
            channel.eventLoop().execute(this::next);
        } else if (requestEnded && !gate.head().keepAlive()) {
            parting.whenTaken();
        } else {
            linger(); // it is us who close, and the client may have asked again before it could know
        }
    }

    /** Takes no further request while the answers to those before are not taken: they would pile up here. */
    private void next() {
        ChannelHandlerContext ctx = channel.pipeline().context(gate);
        if (ctx == null || lingering) {
            return;
        }
        heldUp = !channel.isWritable();
        if (heldUp) {
            patience.begin(path.settings().bodyIdle().toMillis());
        } else {
            patience.begin(path.settings().keepAlive().toMillis());
            gate.next(ctx);
            readOn();
        }
    }

    private void linger() {
        lingering = true;
        gate.discard();
        parting.linger();
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    @Override
    public void read() {
        ChannelHandlerContext ctx = channel.pipeline().context(gate);
        if (ctx != null) {
            gate.askForBody(ctx);
        }
    }
}
