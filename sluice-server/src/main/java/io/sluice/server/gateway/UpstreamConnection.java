package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.socket.ChannelOutputShutdownException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.http1.AnswerHead;
import io.sluice.server.http1.Body;
import io.sluice.server.net.GivingWay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A connection to a target, used by one {@link Passage} at a time. Used on its event loop only. */
final class UpstreamConnection extends ChannelInboundHandlerAdapter {
    final Target target;
    /** Where the target was when the connection was made. */
    final InetSocketAddress address;

    private final UpstreamPool pool;
    private final GivingWay givingWay;
    private final Ticks ticks;
    private final TargetPatience patience;
    private final Wire wire;
    private final AnswerReader answer = new AnswerReader();
    private @Nullable Passage user;
    private @Nullable Throwable cause;
    private boolean ready;
    private boolean used;
    private boolean deaf;
    /** Opened for another request, which has left. */
    private boolean adopted;

    UpstreamConnection(Target target, UpstreamTimes times, LoopState loop, Passage user) {
        this.target = target;
        this.address = target.address();
        this.pool = loop.pool;
        this.givingWay = loop.givingWay;
        this.ticks = loop.ticks;
        this.wire = new Wire(loop.buffers);
        this.user = user;
        this.patience = new TargetPatience(times, loop.ticks, this::isLate);
    }

    // What a passage does with it.

    /** Whether it can serve another request: open, as far as is known, and to where the target is now. */
    boolean isOfUse() {
        return wire.channel().isActive() && Objects.equals(address, target.address());
    }

    /** From the next request on it has these times; the rules may have changed since the last. */
    void follow(UpstreamTimes times) {
        patience.follow(times);
    }

    /** Whether it was there before the request, so that another connection may do better: the target may just have closed this one. */
    boolean isOlderThanItsRequest() {
        return used || (adopted && !ready);
    }

    /** Whether a byte of the answer has come. */
    boolean hasAnswered() {
        return answer.hasSeenAnything();
    }

    /** Whether it was ever open, so that a request may have gone out on it. */
    boolean isReadyForRequests() {
        return ready;
    }

    /** Whether the target takes nothing more. It may have answered all the same. */
    boolean isDeaf() {
        return deaf;
    }

    AnswerHead head() {
        return answer.head();
    }

    Body body() {
        return answer.body();
    }

    /** The request has left before the connection was open; it is for the next. */
    void isNotWaitedFor() {
        user = null;
        pool.keepOpening(this);
    }

    void isWaitedForBy(Passage passage) {
        user = passage;
        adopted = true;
    }

    void begin(Passage passage) {
        user = passage;
        answer.begin();
        patience.begin();
        givingWay.hasAsked();
    }

    ByteBuf buffer() {
        return wire.buffer(512);
    }

    void write(ByteBuf bytes) {
        wire.write(bytes);
    }

    void flush() {
        wire.flush();
    }

    void requestSent() {
        patience.requestSent();
    }

    boolean isWritable() {
        return wire.isWritable();
    }

    void uploadIsStuck(boolean stuck) {
        patience.uploadIsStuck(stuck);
    }

    /** Whether to take more of the answer. */
    void reading(boolean on) {
        wire.reading(on);
        if (on) {
            patience.goesOn();
        } else {
            patience.heldBack();
        }
    }

    /** The answer has ended. */
    void release(boolean clean) {
        user = null;
        used = true;
        if (!clean || !patience.isRequestSent() || deaf || !head().keepAlive() || !isOfUse()) {
            close();
        } else {
            wire.reading(true);
            putBack();
        }
    }

    private void putBack() {
        patience.isFree();
        if (!pool.put(this)) {
            close();
        }
    }

    /** Nobody uses it any more. */
    void close() {
        user = null;
        pool.remove(this);
        patience.never();
        wire.close();
    }

    /** It cannot be used, for this reason. */
    void isGone(Throwable why) {
        Passage passage = user;
        user = null;
        pool.remove(this);
        patience.end();
        wire.close();
        if (passage != null) {
            passage.broke(this, why);
        }
    }

    /** From now on it only carries bytes. */
    TunnelEnd becomeEndOf(Tunnel tunnel) {
        user = null;
        patience.end();
        TunnelEnd end = new TunnelEnd(target, tunnel, wire, patience.times(), ticks);
        wire.outlivesItsInput();
        wire.passTo(end);
        return end;
    }

    // What happens to it.

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        wire.in(ctx);
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
        }
    }

    private void isReady() {
        ready = true;
        patience.connected();
        Passage waiting = user;
        if (waiting != null) {
            waiting.connected(this);
        } else {
            pool.remove(this);
            putBack();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            while (in.isReadable() && take(in)) {
                // on to what follows
            }
            if (in.isReadable()) {
                close();
            }
        } finally {
            in.release();
        }
    }

    /** False if nobody has asked for it. */
    private boolean take(ByteBuf in) {
        Passage passage = user;
        if (passage == null) {
            return false;
        }
        answer.take(in, this, patience, passage);
        return true;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (user != null) {
            user.answers.flush();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (user != null) {
            user.targetWritable(isWritable());
        }
    }

    private void isLate() {
        if (user == null) {
            close();
        } else {
            isGone(ready ? new SocketTimeoutException(awaited()) : new ConnectTimeoutException("connect timeout"));
        }
    }

    /** What did not come. */
    private String awaited() {
        if (!patience.isRequestSent()) {
            return "timeout sending the request";
        }
        return answer.hasSeenAnything() ? "timeout in the answer" : "timeout awaiting head";
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        patience.end();
        wire.drop();
        Passage passage = user;
        if (passage == null) {
            pool.remove(this);
        } else if (answer.endsWithConnection() && cause == null) {
            passage.answers.ended(this, true);
        } else {
            isGone(
                    cause == null
                            ? new IOException(
                                    answer.hasSeenAnything() ? "closed in the answer" : "closed without an answer")
                            : cause);
        }
    }

    /** After a write that failed, what the target has sent before is still there to be read, and then its end. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable why) {
        boolean written = why instanceof ChannelOutputShutdownException || why instanceof ClosedChannelException;
        if (written && user != null) {
            deaf = true;
            patience.isDeaf();
        } else {
            cause = why;
            wire.close();
        }
    }
}
