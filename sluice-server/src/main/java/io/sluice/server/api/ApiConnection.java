package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.sluice.http.HttpRules;
import io.sluice.http.Verdict;
import io.sluice.server.bounds.Account;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.bounds.Refusal;
import io.sluice.server.http1.AnswerWriter;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.HeadLimits;
import io.sluice.server.http1.RequestHead;
import io.sluice.server.net.GivingWay;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Unforeseen;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 connection to the API. Requests are read and answered in turn; what comes behind one that is still being decided waits in the connection. All of it happens on
 * the connection's event loop.
 */
@SuppressWarnings("NullAway.Init") // the account comes when the handler is added
final class ApiConnection extends ChannelInboundHandlerAdapter {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

    /** Answers are sent when they have grown to this, more requests or not. */
    private static final int MUCH = 64 * 1_024;

    /** As much as proxies take from their clients and pass on, and the target once more. */
    private static final HeadLimits LIMITS = new HeadLimits(32_768, 65_536, 500);

    private enum State {
        HEAD,
        BODY,
        DECIDING,
        CLOSING
    }

    private final HttpRules rules;
    private final Endpoints endpoints;
    private final RequestHead head = new RequestHead(LIMITS);
    private final RequestBody body = new RequestBody();
    private final ForwardedRequest forwarded = new ForwardedRequest(head);
    private final AuthorizeAnswer authorizeAnswer = new AuthorizeAnswer(head, forwarded);
    private final Outgoing outgoing = new Outgoing();
    private final ApiPatience patience = new ApiPatience(this::isIdle);
    private final GivingWay givingWay = GivingWay.here();
    private final BooleanSupplier draining;
    private Account account;
    private State state = State.HEAD;
    private @Nullable ByteBuf rest;
    /** Whether {@link #go} is running, so that nobody else needs to see to what follows. */
    private boolean going;

    /** {@code draining}: whether the server is about to stop. */
    ApiConnection(HttpRules rules, Endpoints endpoints, String peer, BooleanSupplier draining) {
        this.rules = rules;
        this.endpoints = endpoints;
        this.draining = draining;
        head.peer(peer);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        patience.start(ctx);
        account = DoorBounds.of(ctx.channel()).account(ctx.executor(), cause -> refuse(ctx, cause));
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        patience.end();
        account.close();
    }

    private boolean isIdle() {
        return state == State.HEAD && head.isEmpty();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Draining.NOW) {
            LastCall.afterReading(ctx.channel(), () -> endIfIdle(ctx));
        }
        ctx.fireUserEventTriggered(event);
    }

    private void endIfIdle(ChannelHandlerContext ctx) {
        if (isIdle() && rest == null) {
            state = State.CLOSING;
            LastCall.end(ctx.channel());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf read = (ByteBuf) message;
        if (isIdle()) {
            patience.renew();
        }
        ByteBuf before = rest;
        rest = before == null ? read : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), before, read);
        go(ctx);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.flush();
    }

    private void go(ChannelHandlerContext ctx) {
        going = true;
        ByteBuf in = rest;
        while (in != null && in.isReadable() && mayGoOn(ctx)) {
            if (state == State.HEAD) {
                readHead(ctx, in);
            } else {
                readBody(ctx, in);
            }
            if (outgoing.length() > MUCH && state != State.CLOSING) {
                outgoing.send(ctx, false);
            }
        }
        going = false;
        if (state == State.DECIDING) {
            givingWay.hasAsked();
        }
        if (in != null && (!in.isReadable() || state == State.CLOSING)) {
            in.release();
            rest = null;
        }
        outgoing.send(ctx, state == State.CLOSING);
        ctx.channel()
                .config()
                .setAutoRead(state != State.DECIDING && ctx.channel().isWritable());
        note(ctx);
    }

    private void note(ChannelHandlerContext ctx) {
        account.hold(held(ctx));
        if (state == State.CLOSING) {
            account.ending();
        } else if (state == State.DECIDING || isIdle()) {
            account.settled();
        } else if (!account.isDue()) {
            account.due();
        }
    }

    /** Of requests that are not whole, of those that wait behind, and of answers that the client does not take. */
    private int held(ChannelHandlerContext ctx) {
        ByteBuf behind = rest;
        int unsent = ctx.channel().isWritable() ? 0 : (int) ctx.channel().bytesBeforeWritable();
        return (state == State.HEAD ? head.size() : 0)
                + body.held()
                + (behind == null ? 0 : behind.capacity())
                + unsent;
    }

    /** Where answers are not taken, this one would not be either. */
    private void refuse(ChannelHandlerContext ctx, Refusal.Cause cause) {
        if ((state == State.HEAD || state == State.BODY) && ctx.channel().isWritable()) {
            stop(ctx, Problem.of(cause == Refusal.Cause.TOO_LATE ? 408 : 503, cause.sentence()));
            go(ctx);
            ctx.flush();
        } else {
            var unused = ctx.close();
        }
    }

    /** A client that does not read its answers is not answered either, so that they do not gather here. */
    private boolean mayGoOn(ChannelHandlerContext ctx) {
        return (state == State.HEAD || state == State.BODY) && ctx.channel().isWritable();
    }

    private void readHead(ChannelHandlerContext ctx, ByteBuf in) {
        switch (head.read(in)) {
            case MORE -> {}
            case BAD -> bad(ctx, head.bad());
            case WHOLE -> begin(ctx);
        }
    }

    private void bad(ChannelHandlerContext ctx, @Nullable BadHead wrong) {
        int status = wrong == null ? 400 : wrong.status();
        String detail = wrong == null ? "The request cannot be understood." : wrong.detail();
        stop(ctx, Problem.of(status, detail));
    }

    private void stop(ChannelHandlerContext ctx, Problem wrong) {
        Problem told = ForwardedRequest.isAskedBy(head.path()) ? forwarded.unread(wrong) : wrong;
        last(ctx, told.reply());
    }

    private void begin(ChannelHandlerContext ctx) {
        account.settled();
        body.start(head.framing());
        if (ForwardedRequest.isAskedBy(head.path())) {
            beginBody(ctx);
            return;
        }
        Reply refusal = endpoints.refusal(head);
        if (refusal == null) {
            beginBody(ctx);
        } else if (body.isDone()) {
            answer(ctx, refusal);
        } else {
            last(ctx, refusal);
        }
    }

    private void beginBody(ChannelHandlerContext ctx) {
        if (body.tooLarge()) {
            tooLarge(ctx);
        } else if (body.isDone()) {
            decide(ctx);
        } else {
            state = State.BODY;
            if (head.expectsContinue()) {
                outgoing.buffer(ctx).writeBytes(CONTINUE);
            }
        }
    }

    private void readBody(ChannelHandlerContext ctx, ByteBuf in) {
        body.read(in);
        if (body.bad() != null) {
            bad(ctx, body.bad());
        } else if (body.tooLarge()) {
            tooLarge(ctx);
        } else if (body.isDone()) {
            decide(ctx);
        }
    }

    private void tooLarge(ChannelHandlerContext ctx) {
        stop(ctx, Problem.of(413, "A body has at most " + RequestBody.MOST + " bytes."));
    }

    private void decide(ChannelHandlerContext ctx) {
        state = State.DECIDING;
        if (ForwardedRequest.isAskedBy(head.path())) {
            body.release();
            authorize(ctx);
            return;
        }
        var unused = asked().handle((done, failure) -> failure == null ? done : failed(failure))
                .thenAccept(done -> onLoop(ctx, () -> answer(ctx, done)));
    }

    private CompletionStage<Reply> asked() {
        try {
            return endpoints.answer(head, body.take());
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private static Reply failed(Throwable failure) {
        System.getLogger(ApiConnection.class.getName())
                .log(System.Logger.Level.ERROR, "a question was not answered", failure);
        return Problem.of(500, "The question could not be answered.").reply();
    }

    private void authorize(ChannelHandlerContext ctx) {
        Problem wrong = forwarded.read();
        if (wrong != null) {
            answer(ctx, forwarded.unread(wrong).reply());
        } else {
            askRules(ctx);
        }
    }

    private void askRules(ChannelHandlerContext ctx) {
        int before = outgoing.length();
        try {
            rules.decide(forwarded, verdict -> authorized(ctx, verdict));
        } catch (RuntimeException e) {
            outgoing.buffer(ctx).writerIndex(before);
            answer(ctx, failed(e));
        }
    }

    private void authorized(ChannelHandlerContext ctx, Verdict verdict) {
        if (ctx.executor().inEventLoop() && going) {
            write(ctx, verdict);
        } else {
            onLoop(ctx, () -> write(ctx, verdict));
        }
    }

    private void write(ChannelHandlerContext ctx, Verdict verdict) {
        boolean keep = keeps();
        authorizeAnswer.write(verdict, outgoing.buffer(ctx), keep);
        next(keep);
    }

    /** At once if the decision was made at once; else later, and then what has come meanwhile goes on. */
    private void onLoop(ChannelHandlerContext ctx, Runnable answering) {
        if (ctx.executor().inEventLoop() && going) {
            answering.run();
            return;
        }
        ctx.executor().execute(() -> {
            if (ctx.channel().isActive() && state == State.DECIDING) {
                answering.run();
                go(ctx);
                ctx.flush();
            }
        });
    }

    private void answer(ChannelHandlerContext ctx, Reply reply) {
        boolean keep = keeps();
        write(ctx, reply, keep);
        next(keep);
    }

    /** The rest of the request is not waited for, so nothing can follow it. */
    private void last(ChannelHandlerContext ctx, Reply reply) {
        write(ctx, reply, false);
        body.release();
        state = State.CLOSING;
    }

    private void write(ChannelHandlerContext ctx, Reply reply, boolean keep) {
        AnswerWriter.write(
                outgoing.buffer(ctx),
                head,
                reply.status(),
                reply.fields(),
                reply.body(),
                AnswerWriter.Connection.of(head, keep));
    }

    private boolean keeps() {
        return head.keepAlive() && !draining.getAsBoolean();
    }

    private void next(boolean keep) {
        head.reset();
        state = keep ? State.HEAD : State.CLOSING;
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        ctx.channel()
                .config()
                .setAutoRead(state != State.DECIDING && ctx.channel().isWritable());
        if (rest != null && mayGoOn(ctx)) {
            ctx.executor().execute(() -> {
                go(ctx);
                ctx.flush();
            });
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        body.release();
        outgoing.drop();
        if (rest != null) {
            rest.release();
            rest = null;
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(ApiConnection.class, cause);
        var unused = ctx.close();
    }
}
