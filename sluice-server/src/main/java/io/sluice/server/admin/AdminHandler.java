package io.sluice.server.admin;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.server.net.Unforeseen;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/** From bytes to a request of the admin door, and back. One request at a time on a connection. */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Router router;
    private final Executor threads;
    private final BooleanSupplier draining;
    private final Runnable whenWhole;
    private boolean busy;

    /** {@code whenWhole} is told of each request when all of it is there. */
    AdminHandler(Router router, Executor threads, BooleanSupplier draining, Runnable whenWhole) {
        this.router = router;
        this.threads = threads;
        this.draining = draining;
        this.whenWhole = whenWhole;
    }

    /** Whether a request is being answered. On the event loop. */
    boolean isBusy() {
        return busy;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest message) {
        if (message.decoderResult().isFailure()) {
            write(context, Reply.problem(400, "this is no HTTP request"), false)
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        whenWhole.run();
        context.channel().config().setAutoRead(false);
        busy = true;
        boolean head = message.method().equals(HttpMethod.HEAD);
        try {
            AdminRequest request = AdminRequest.of(
                    from(context.channel()),
                    message.method().name(),
                    message.uri(),
                    message.headers(),
                    ByteBufUtil.getBytes(message.content()));
            if (router.answersAtOnce(request)) {
                done(context, router.answer(request), head);
            } else {
                threads.execute(() -> answer(context, request, head));
            }
        } catch (IllegalArgumentException e) {
            done(context, Reply.problem(400, "the target of the request is no URI; write % as %25"), head);
        } catch (RejectedExecutionException e) {
            done(context, Reply.problem(503, "too many requests at once; try again"), head);
        }
    }

    private static String from(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress address && address.getAddress() != null
                ? address.getAddress().getHostAddress()
                : "unknown";
    }

    private void answer(ChannelHandlerContext context, AdminRequest request, boolean head) {
        Reply reply = router.answer(request);
        context.executor().execute(() -> done(context, reply, head));
    }

    /** Reads on once the answer has gone out: whoever does not take answers is not given more of them. */
    private void done(ChannelHandlerContext context, Reply reply, boolean head) {
        ChannelFuture written = write(context, reply, head, draining.getAsBoolean());
        written.addListener(sent -> {
            busy = false;
            context.channel().config().setAutoRead(true);
        });
    }

    static ChannelFuture write(ChannelHandlerContext context, Reply reply, boolean head) {
        return write(context, reply, head, false);
    }

    private static ChannelFuture write(ChannelHandlerContext context, Reply reply, boolean head, boolean last) {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1,
                HttpResponseStatus.valueOf(reply.status()),
                head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, reply.type())
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("X-Content-Type-Options", "nosniff");
        if (last) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        reply.fields().forEach(field -> response.headers().set(field.name(), field.value()));
        return context.writeAndFlush(response);
    }

    /** The other side is gone, or was silent for too long. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Unforeseen.log(AdminHandler.class, cause);
        var unused = context.close();
    }
}
