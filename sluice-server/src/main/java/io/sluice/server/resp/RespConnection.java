package io.sluice.server.resp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.sluice.server.bounds.Account;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.bounds.Refusal;
import io.sluice.server.net.GivingWay;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Unforeseen;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One client: every request that has come is answered, then everything is sent at once. A client that does not read its replies
 * is not read from either.
 */
@SuppressWarnings("NullAway.Init") // the account comes when the handler is added
final class RespConnection extends ChannelInboundHandlerAdapter {
    private static final byte[] THROTTLE = Command.word("cl.throttle");
    /** Replies are sent when they have grown to this, more requests or not; where they wait for one that is not known yet, no more are made. */
    private static final int MUCH = 64 * 1024;
    /** Requests of one client that may wait for the store. */
    private static final int MOST_AWAITED = 1024;

    private final Cells cells;
    private final Commands commands;
    private final Session session;
    private final RequestReader reader = new RequestReader();
    private final Request request = new Request();
    private final Throttle throttle = new Throttle();
    private final OrderedReplies replies = new OrderedReplies();
    private Account account;
    private boolean ends;
    /** What has come is answered, and nothing more is read. */
    private boolean draining;

    RespConnection(Cells cells, Commands commands, Session session) {
        this.cells = cells;
        this.commands = commands;
        this.session = session;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        account = DoorBounds.of(ctx.channel()).account(ctx.executor(), cause -> refuse(ctx, cause));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        account.close();
        reader.drop();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (!ends) {
                reader.add(in);
            }
        } finally {
            in.release();
        }
        answer(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        send(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        goOn(ctx);
    }

    /** After a pause: for the client to read, or for the store to answer. */
    private void goOn(ChannelHandlerContext ctx) {
        answer(ctx);
        send(ctx);
    }

    private void answer(ChannelHandlerContext ctx) {
        throttle.at(cells.nanos());
        sendIfMuch(ctx);
        boolean whole = false;
        while (mayGoOn(ctx) && reader.next(request, session)) {
            whole = true;
            answerOne(ctx);
            sendIfMuch(ctx);
        }
        String error = reader.error();
        if (error != null && !ends) {
            replies.next().error("ERR Protocol error: " + error);
            ends = true;
        }
        reader.tidy();
        if (draining && mayGoOn(ctx)) {
            ends = true; // nothing whole is left
        }
        if (ends) {
            reader.drop();
        }
        boolean reads = !draining && mayGoOn(ctx);
        ctx.channel().config().setAutoRead(reads);
        note(ctx, whole, reads);
    }

    /** A client that is not read from owes nothing, but holds what it has not taken. */
    private void note(ChannelHandlerContext ctx, boolean whole, boolean reads) {
        account.hold(reader.held() + (reads ? 0 : unsent(ctx)));
        if (!reads || !reader.hasMore()) {
            account.settled();
        } else if (whole || !account.isDue()) {
            account.due();
        }
    }

    private int unsent(ChannelHandlerContext ctx) {
        return (int) Math.min(Integer.MAX_VALUE / 2, ctx.channel().bytesBeforeWritable() + replies.waiting());
    }

    /** Where replies are not taken, this one would not be either. */
    private void refuse(ChannelHandlerContext ctx, Refusal.Cause cause) {
        boolean tells = !ends && ctx.channel().isWritable();
        ends = true;
        reader.drop();
        if (tells) {
            replies.next().error("ERR " + cause.sentence());
            note(ctx, true, false);
            send(ctx);
        } else {
            var unused = ctx.close();
        }
    }

    private boolean mayGoOn(ChannelHandlerContext ctx) {
        return !ends && ctx.channel().isWritable() && replies.awaited() < MOST_AWAITED && replies.waiting() <= MUCH;
    }

    private void sendIfMuch(ChannelHandlerContext ctx) {
        if (replies.ready().size() > MUCH) {
            send(ctx);
        }
    }

    private void answerOne(ChannelHandlerContext ctx) {
        Replies out = replies.next();
        if (session.isLoggedIn() && request.is(0, THROTTLE)) {
            throttle(ctx, out);
        } else if (commands.run(request, session, out) == Commands.Next.CLOSE) {
            ends = true;
        }
    }

    private void throttle(ChannelHandlerContext ctx, Replies out) {
        try {
            throttle.read(request, session.database());
            CompletionStage<Consumer<Replies>> later = cells.decide(throttle, out);
            if (later != null) {
                await(ctx, later);
            }
        } catch (CellError wrong) {
            out.error(wrong.text());
        }
    }

    private void await(ChannelHandlerContext ctx, CompletionStage<Consumer<Replies>> later) {
        Consumer<Consumer<Replies>> place = replies.promise();
        GivingWay.here().hasAsked();
        var unused = later.whenComplete((answer, failure) -> ctx.executor().execute(() -> {
            place.accept(failure == null ? answer : failed(failure));
            goOn(ctx);
        }));
    }

    private static Consumer<Replies> failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return out -> out.error(new CellError(String.valueOf(cause.getMessage())).text());
    }

    /** What is ready; and closes once nothing more will come, and all of it is on its way. */
    private void send(ChannelHandlerContext ctx) {
        boolean last = ends && replies.awaited() == 0;
        if (last || !replies.ready().isEmpty()) {
            ByteBuf out = ctx.alloc().directBuffer(replies.ready().size());
            replies.ready().moveTo(out);
            ChannelFuture sent = ctx.writeAndFlush(out);
            if (last && draining) {
                LastCall.end(ctx.channel());
            } else if (last) {
                var unused = sent.addListener(ChannelFutureListener.CLOSE);
            }
        }
    }

    /** Answers what has been asked, and takes no more. */
    void end(ChannelHandlerContext ctx) {
        if (!draining) {
            draining = true;
            goOn(ctx);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(RespConnection.class, cause);
        var unused = ctx.close();
    }
}
