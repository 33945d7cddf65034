package io.sluice.server.demo;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Ten server-sent events, a moment apart. */
final class DemoStream {
    private static final int EVENTS = 10;
    private static final int PAUSE_MILLIS = 300;

    private final ChannelHandlerContext context;
    private int sent;

    DemoStream(ChannelHandlerContext context) {
        this.context = context;
    }

    void start() {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
                .set(HttpHeaderNames.CACHE_CONTROL, "no-cache")
                .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        var unused = context.write(response);
        next();
    }

    private void next() {
        if (!context.channel().isActive()) {
            return;
        }
        sent++;
        String event = "id: " + sent + "\ndata: event " + sent + " of " + EVENTS + "\n\n";
        send(new DefaultHttpContent(Unpooled.copiedBuffer(event, StandardCharsets.UTF_8)));
        if (sent < EVENTS) {
            var unused = context.executor().schedule(this::next, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            send(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    private void send(HttpContent content) {
        var unused = context.writeAndFlush(content);
    }
}
