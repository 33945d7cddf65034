package io.sluice.server.gateway.http2;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Queue;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the application serves: a path for each thing that a gateway has to get right. */
@SuppressWarnings("FutureReturnValueIgnored") // a client that does not get its answer says so
final class ApplicationHandler extends SimpleChannelInboundHandler<HttpObject> {
    private static final int PORTION = 16_384;

    private final Queue<String> seen;
    private final MessageDigest digest;
    private String target = "";
    private HttpRequest request;
    private long left;
    private Random random = new Random(1);

    ApplicationHandler(Queue<String> seen) {
        this.seen = seen;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** What {@code /bytes/n} answers. */
    static byte[] bytes(int length) {
        byte[] all = new byte[length];
        new Random(1).nextBytes(all);
        return all;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
        if (message instanceof HttpRequest head) {
            request = head;
            target = head.uri();
            seen.add(head.method() + " " + target);
            begin(ctx);
        }
        if (message instanceof HttpContent content) {
            take(ctx, content);
        }
    }

    private void begin(ChannelHandlerContext ctx) {
        switch (target.split("[?/]", 3)[1]) {
            case "echo" -> ctx.writeAndFlush(head(200));
            case "early" -> {
                FullHttpResponse hint = whole(103, "");
                hint.headers().set("link", "</style.css>");
                hint.headers().remove("content-length");
                ctx.writeAndFlush(hint);
            }
            case "eager" -> ctx.writeAndFlush(whole(413, eager()));
            default -> {}
        }
    }

    /** As long as the path says. */
    private String eager() {
        return target.equals("/eager") ? "too large" : "x".repeat(Integer.parseInt(target.substring(7)));
    }

    private void take(ChannelHandlerContext ctx, HttpContent content) {
        digest.update(content.content().nioBuffer());
        String what = target.split("[?/]", 3)[1];
        if (what.equals("echo") && content.content().isReadable()) {
            ctx.writeAndFlush(new DefaultHttpContent(content.content().retain()));
        }
        if (content instanceof LastHttpContent last) {
            end(ctx, what, last);
        }
    }

    private void end(ChannelHandlerContext ctx, String what, LastHttpContent last) {
        switch (what) {
            case "echo" -> {
                LastHttpContent end = new DefaultLastHttpContent();
                end.trailingHeaders().add(last.trailingHeaders());
                end.trailingHeaders().set("x-end", "yes");
                ctx.writeAndFlush(end);
            }
            case "hash" -> ctx.writeAndFlush(whole(200, HexFormat.of().formatHex(digest.digest())));
            case "bytes" -> {
                left = Long.parseLong(target.substring(7));
                HttpResponse head = head(200);
                head.headers().set("content-length", left);
                head.headers().remove("transfer-encoding");
                ctx.write(head);
                pump(ctx);
            }
            case "headers" -> ctx.writeAndFlush(whole(200, headerLines()));
            case "never", "eager" -> {}
            case "half" -> {
                HttpResponse head = head(200);
                head.headers().set("content-length", 1000);
                head.headers().remove("transfer-encoding");
                ctx.write(head);
                ctx.writeAndFlush(new DefaultHttpContent(Unpooled.copiedBuffer("half", UTF_8)))
                        .addListener(written -> ctx.close());
            }
            case "reset" -> ctx.close();
            case "private" -> ctx.writeAndFlush(whole(401, "no"));
            case "fields" -> {
                FullHttpResponse answer = whole(200, "mine");
                answer.headers().set("X-RateLimit-Limit", "9");
                answer.headers().set("X-RateLimit-Remaining", "0");
                answer.headers().set("X-RateLimit-Reset", "1760054430");
                answer.headers().set("X-Actual-Cost", "7");
                ctx.writeAndFlush(answer);
            }
            case "grpc" -> {
                FullHttpResponse answer = whole(200, "");
                answer.headers().remove("content-length");
                answer.headers().set("content-type", "application/grpc");
                answer.headers().set("grpc-status", "5");
                ctx.writeAndFlush(answer);
            }
            case "empty" -> ctx.writeAndFlush(whole(204, ""));
            default -> ctx.writeAndFlush(whole(200, request.method().name().equals("HEAD") ? "" : "served"));
        }
    }

    private String headerLines() {
        return request.headers().entries().stream()
                .map(entry -> entry.getKey().toLowerCase(java.util.Locale.ROOT) + ": " + entry.getValue())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining("\n"));
    }

    /** As much as the other side takes. */
    private void pump(ChannelHandlerContext ctx) {
        while (left > 0 && ctx.channel().isWritable()) {
            byte[] portion = new byte[(int) Math.min(left, PORTION)];
            random.nextBytes(portion);
            left -= portion.length;
            ctx.write(new DefaultHttpContent(Unpooled.wrappedBuffer(portion)));
            if (left == 0) {
                ctx.write(LastHttpContent.EMPTY_LAST_CONTENT);
                random = new Random(1);
            }
        }
        ctx.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (left > 0 && ctx.channel().isWritable()) {
            // Not from within a write: the codec is still at it.
            ctx.executor().execute(() -> pump(ctx));
        }
    }

    private static HttpResponse head(int status) {
        HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
        head.headers().set("transfer-encoding", "chunked");
        return head;
    }

    private static FullHttpResponse whole(int status, String text) {
        ByteBuf body = Unpooled.copiedBuffer(text, UTF_8);
        FullHttpResponse whole =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body);
        if (status >= 200 && status != 204) {
            whole.headers().set("content-length", body.readableBytes());
        }
        return whole;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
