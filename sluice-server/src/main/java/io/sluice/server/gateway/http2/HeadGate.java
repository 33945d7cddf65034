package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.server.bounds.Account;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.bounds.Refusal;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.ChunkedBody;
import io.sluice.server.http1.HeadLimits;
import io.sluice.server.http1.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests of HTTP/1.1 through to the codec behind it byte for byte, one at a time, bodies only when they are
 * asked for, and all only if it can be understood in one way: what the codec would forgive is refused here.
 */
@SuppressWarnings("NullAway.Init") // the account comes when the handler is added
final class HeadGate extends ChannelInboundHandlerAdapter {
    private enum State {
        HEAD,
        BODY,
        DONE,
        BAD
    }

    private final RequestHead head;
    private final Body body = new Body(ChunkedBody.Extensions.REFUSED);
    private State state = State.HEAD;
    private boolean bodyAsked;
    /** Read, but not yet let through. */
    private ByteBuf held = Unpooled.EMPTY_BUFFER;

    private @Nullable BadHead bad;
    private Account account;

    HeadGate(HeadLimits limits, String peer) {
        head = new RequestHead(limits);
        head.peer(peer);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        account = DoorBounds.of(ctx.channel()).account(ctx.executor(), cause -> refuse(ctx, cause));
    }

    private void refuse(ChannelHandlerContext ctx, Refusal.Cause cause) {
        if (bytesHeld() > 0) {
            discard();
            bad = new BadHead(503, cause.sentence());
            ctx.fireUserEventTriggered(this);
        }
        account.hold(bytesHeld());
    }

    private int bytesHeld() {
        return (state == State.HEAD ? head.size() : 0) + held.readableBytes();
    }

    /** Of the request that is let through; holds until {@link #next}. */
    RequestHead head() {
        return head;
    }

    /** What is wrong with the request; null if nothing is. */
    @Nullable
    BadHead bad() {
        return bad;
    }

    /** Whether a head has begun to come, and is not whole. */
    boolean isInHead() {
        return state == State.HEAD && !head.isEmpty();
    }

    /** Whether there is a use for more bytes now: as a head, or to be discarded. */
    boolean isOpen() {
        return state == State.HEAD || state == State.BAD;
    }

    /** Whether all that was read has been let through. */
    boolean isEmpty() {
        return !held.isReadable();
    }

    /** The next request may come. */
    void next(ChannelHandlerContext ctx) {
        head.reset();
        state = State.HEAD;
        bodyAsked = false;
        pass(ctx);
    }

    /** One more portion of the body is welcome. */
    void askForBody(ChannelHandlerContext ctx) {
        bodyAsked = true;
        if (held.isReadable() && state == State.BODY) {
            pass(ctx);
            ctx.fireChannelReadComplete();
        } else {
            ctx.read();
        }
    }

    /** Nothing of what still comes is wanted. */
    void discard() {
        state = State.BAD;
        held = replace(Unpooled.EMPTY_BUFFER);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (state == State.BAD) {
            bytes.release();
            return;
        }
        held = held.isReadable() ? Unpooled.wrappedBuffer(held, bytes) : replace(bytes);
        pass(ctx);
    }

    private boolean mayPass() {
        return state == State.HEAD || (state == State.BODY && bodyAsked);
    }

    private ByteBuf replace(ByteBuf bytes) {
        held.release();
        return bytes;
    }

    private void pass(ChannelHandlerContext ctx) {
        while (held.isReadable() && mayPass()) {
            ByteBuf through = state == State.HEAD ? readHead(ctx) : readBody();
            if (state == State.BAD) {
                ctx.fireUserEventTriggered(this);
            } else if (through.isReadable()) {
                ctx.fireChannelRead(through);
            } else {
                through.release();
            }
        }
        if (!held.isReadable()) {
            held = replace(Unpooled.EMPTY_BUFFER);
        }
        account.hold(bytesHeld());
    }

    /** All of it or nothing: what has begun would be taken for a request when the connection ends. */
    private ByteBuf readHead(ChannelHandlerContext ctx) {
        switch (head.read(held)) {
            case MORE -> {}
            case BAD -> {
                bad = head.bad();
                state = State.BAD;
            }
            case WHOLE -> {
                body.start(head.framing());
                state = body.isDone() ? State.DONE : State.BODY;
                ByteBuf whole = ctx.alloc().buffer();
                head.copy(whole);
                return whole;
            }
        }
        return Unpooled.EMPTY_BUFFER;
    }

    /** What of it is good. */
    private ByteBuf readBody() {
        bodyAsked = false;
        int length = body.follow(held);
        bad = body.bad();
        state = bad != null ? State.BAD : body.isDone() ? State.DONE : State.BODY;
        if (bad == null) {
            return held.readRetainedSlice(length);
        }
        held.skipBytes(length);
        return Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        account.close();
        held = replace(Unpooled.EMPTY_BUFFER);
    }
}
