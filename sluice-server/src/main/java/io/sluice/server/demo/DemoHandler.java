package io.sluice.server.demo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What the demo application answers. */
final class DemoHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final int LONGEST_MILLIS = 60_000;
    private static final int USUAL_MILLIS = 2_000;

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        QueryStringDecoder target = new QueryStringDecoder(request.uri());
        switch (target.path()) {
            case "/" -> welcome(context, request);
            case "/slow" -> slow(context, request, millis(target));
            case "/stream" -> new DemoStream(context).start();
            case "/echo" -> echo(context, request);
            default -> other(context, request, target.path());
        }
    }

    private static void welcome(ChannelHandlerContext context, FullHttpRequest request) {
        String accept = String.valueOf(request.headers().get(HttpHeaderNames.ACCEPT));
        if (accept.contains("text/html")) {
            text(context, request, 200, "text/html; charset=utf-8", DemoPage.HTML);
        } else {
            text(context, request, 200, "text/plain; charset=utf-8", "You passed.\n");
        }
    }

    private static void slow(ChannelHandlerContext context, FullHttpRequest request, int millis) {
        HttpMethod method = request.method();
        var unused = context.executor()
                .schedule(
                        () -> text(context, method, 200, "text/plain; charset=utf-8", "That took " + millis + " ms.\n"),
                        millis,
                        TimeUnit.MILLISECONDS);
    }

    private static int millis(QueryStringDecoder target) {
        List<String> given = target.parameters().get("ms");
        try {
            return given == null
                    ? USUAL_MILLIS
                    : (int) Math.max(0, Math.min(Long.parseLong(given.get(0)), LONGEST_MILLIS));
        } catch (NumberFormatException e) {
            return USUAL_MILLIS;
        }
    }

    private static void echo(ChannelHandlerContext context, FullHttpRequest request) {
        String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream");
        answer(context, request.method(), 200, type, request.content().retain());
    }

    private static void other(ChannelHandlerContext context, FullHttpRequest request, String path) {
        if (path.startsWith("/api/")) {
            String where = path.replaceAll("[^A-Za-z0-9/._~-]", "?");
            text(context, request, 200, "application/json", "{\"path\":\"" + where + "\",\"answer\":42}\n");
        } else {
            text(
                    context,
                    request,
                    404,
                    "text/plain; charset=utf-8",
                    "Nothing here. Try /, /api/..., /slow, /stream, /echo or /ws.\n");
        }
    }

    private static void text(
            ChannelHandlerContext context, FullHttpRequest request, int status, String type, String text) {
        text(context, request.method(), status, type, text);
    }

    private static void text(ChannelHandlerContext context, HttpMethod method, int status, String type, String text) {
        answer(context, method, status, type, Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    }

    private static void answer(
            ChannelHandlerContext context, HttpMethod method, int status, String type, ByteBuf body) {
        int length = body.readableBytes();
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(status),
                method.equals(HttpMethod.HEAD) ? Unpooled.EMPTY_BUFFER : body);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, type).setInt(HttpHeaderNames.CONTENT_LENGTH, length);
        var unused = context.writeAndFlush(response);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var unused = context.close();
    }
}
