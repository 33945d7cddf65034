package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownException;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.http1.AnswerHead;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.ChunkedBody;
import io.sluice.server.http1.HeadLimits;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** A connection to a target, used by one {@link Passage} at a time. Used on its event loop only. */
@SuppressWarnings({
    "NullAway.Init", // the context comes when the handler is added
    "FutureReturnValueIgnored" // a write that fails closes the connection
})
final class UpstreamConnection extends ChannelInboundHandlerAdapter {
    private static final HeadLimits ANSWERS = new HeadLimits(8_192, 65_536, 500);

    final Target target;
    private final UpstreamTimes times;
    private final UpstreamPool pool;
    private final Ticks.Deadline deadline;
    private final AnswerHead head = new AnswerHead(ANSWERS);
    private final Body body = new Body(ChunkedBody.Extensions.PASSED);
    private ChannelHandlerContext context;
    private @Nullable Passage user;
    private @Nullable Throwable cause;
    private boolean ready;
    private boolean used;
    private boolean requestSent;
    private boolean headSeen;
    private boolean anythingSeen;
    private boolean deaf;
    private boolean tunnel;
    private boolean unflushed;

    UpstreamConnection(Target target, UpstreamTimes times, UpstreamPool pool, Ticks ticks, Passage user) {
        this.target = target;
        this.times = times;
        this.pool = pool;
        this.user = user;
        this.deadline = ticks.add(this::isLate);
        deadline.in(times.connect());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (target.tls() == null) {
            isReady();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                isReady();
            } else {
                isGone(handshake.cause());
            }
        } else if (event instanceof ChannelInputShutdownEvent && tunnel && user != null) {
            user.upstreamHasNoMore();
        }
    }

    private void isReady() {
        ready = true;
        deadline.never();
        Passage waiting = user;
        if (waiting != null) {
            waiting.connected(this);
        } else {
            putBack();
        }
    }

    boolean isOpen() {
        return context.channel().isActive();
    }

    /** Whether it has served a request before, so that the target may just have closed it. */
    boolean wasUsed() {
        return used;
    }

    /** Whether a byte of the answer has come. */
    boolean hasAnswered() {
        return anythingSeen;
    }

    /** Whether it was ever open, so that a request may have gone out on it. */
    boolean isReadyForRequests() {
        return ready;
    }

    AnswerHead head() {
        return head;
    }

    Body body() {
        return body;
    }

    Channel channel() {
        return context.channel();
    }

    UpstreamTimes times() {
        return times;
    }

    /** Nobody waits for the connection any more; it may serve another once it is there. */
    void isNotWaitedFor() {
        user = null;
    }

    void begin(Passage passage) {
        user = passage;
        requestSent = false;
        headSeen = false;
        anythingSeen = false;
        head.reset();
        deadline.never();
    }

    void write(ByteBuf bytes) {
        context.write(bytes, context.voidPromise());
        unflushed = true;
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            context.flush();
        }
    }

    /** The answer is due. */
    void requestSent() {
        requestSent = true;
        if (!headSeen) {
            deadline.in(times.answer());
        }
    }

    /** Whether the target takes nothing more. It may have answered all the same. */
    boolean isDeaf() {
        return deaf;
    }

    boolean isWritable() {
        return context.channel().isWritable();
    }

    /** Whether to take more of the answer. */
    void reading(boolean on) {
        if (context.channel().config().isAutoRead() != on) {
            context.channel().config().setAutoRead(on);
        }
        if (!on) {
            deadline.never();
        } else if (headSeen) {
            isMoving();
        } else if (requestSent) {
            deadline.in(times.answer());
        }
    }

    /** Something has come or gone. */
    void isMoving() {
        if (!tunnel) {
            deadline.in(times.idle());
        } else if (times.tunnel() > 0) {
            deadline.in(times.tunnel());
        }
    }

    void becomeTunnel() {
        tunnel = true;
        deadline.never();
        isMoving();
        context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    }

    void sendsNoMore() {
        flush();
        if (context.channel() instanceof DuplexChannel channel) {
            channel.shutdownOutput();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            anythingSeen = true;
            while (user != null && in.isReadable()) {
                take(user, in);
            }
            if (in.isReadable()) {
                close();
            }
        } finally {
            in.release();
        }
    }

    private void take(Passage passage, ByteBuf in) {
        if (tunnel) {
            isMoving();
            passage.tunnelBack(in);
        } else if (headSeen) {
            isMoving();
            passage.answerBody(this, in);
        } else {
            takeHead(passage, in);
        }
    }

    private void takeHead(Passage passage, ByteBuf in) {
        switch (head.read(in, passage.isHead())) {
            case MORE -> {}
            case BAD -> {
                BadHead bad = head.bad();
                isGone(new IOException("not an answer: " + (bad == null ? "" : bad.detail())));
            }
            case WHOLE -> {
                if (head.status() < 200 && head.status() != 101) {
                    passage.interim(this);
                    head.reset();
                } else {
                    headSeen = true;
                    body.start(head.framing());
                    isMoving();
                    passage.answerHead(this, in);
                }
            }
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (user != null) {
            user.flushAnswer();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (user != null) {
            user.upstreamWritable(isWritable());
        }
    }

    /** The upload is stuck, or goes on. */
    void isStuck(boolean stuck) {
        if (!headSeen) {
            if (stuck) {
                deadline.in(times.idle());
            } else {
                deadline.never();
            }
        }
    }

    /** The answer has ended. */
    void release(boolean clean) {
        user = null;
        used = true;
        if (!clean || !requestSent || deaf || !head.keepAlive() || !isOpen()) {
            close();
        } else {
            if (!context.channel().config().isAutoRead()) {
                context.channel().config().setAutoRead(true);
            }
            putBack();
        }
    }

    private void putBack() {
        deadline.in(times.keepAlive());
        if (!pool.put(this)) {
            close();
        }
    }

    /** Nobody uses it any more. */
    void close() {
        user = null;
        deadline.never();
        context.close();
    }

    /** At the end of a tunnel. */
    void closeWhenFlushed() {
        user = null;
        deadline.in(times.idle());
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private void isLate() {
        if (user == null) {
            close();
        } else if (tunnel) {
            context.close();
        } else {
            isGone(new SocketTimeoutException(ready ? "no answer in time" : "no connection in time"));
        }
    }

    /** It cannot be used, for this reason. */
    void isGone(Throwable why) {
        Passage passage = user;
        user = null;
        deadline.remove();
        if (context != null) {
            context.close();
        }
        if (passage != null) {
            passage.broke(this, why);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline.remove();
        Passage passage = user;
        if (passage == null) {
            pool.remove(this);
        } else if (tunnel) {
            user = null;
            passage.tunnelEnded();
        } else if (headSeen && body.endsWithConnection() && cause == null) {
            passage.answerEnded(this, true);
        } else {
            isGone(cause == null ? new IOException("the connection was closed before the answer was whole") : cause);
        }
    }

    /** After a write that failed, what the target has sent before is still there to be read, and then its end. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable why) {
        boolean written = why instanceof ChannelOutputShutdownException || why instanceof ClosedChannelException;
        if (written && user != null && !tunnel) {
            deaf = true;
            deadline.in(times.idle());
        } else {
            cause = why;
            ctx.close();
        }
    }
}
