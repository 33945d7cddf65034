package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.sluice.core.Clock;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Answer;
import io.sluice.http.field.Field;
import io.sluice.rules.Ruling;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.http1.AnswerWriter;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.ChunkedBody;
import io.sluice.server.http1.DateLine;
import io.sluice.server.http1.Framing;
import io.sluice.server.http1.RequestHead;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection: reads one request after the other, asks the rules about each, and lets it pass or answers it. The next request stays unread until the answer to the one before has
 * ended. Used on its event loop only.
 */
@SuppressWarnings({
    "NullAway.Init", // what belongs to the connection comes when the handler is added
    "FutureReturnValueIgnored" // a write that fails closes the connection
})
final class GatewayHandler extends ChannelInboundHandlerAdapter implements Consumer<Verdict> {
    private enum State {
        /** Between requests, or within a head. */
        HEAD,
        DECIDING,
        DELAYED,
        PASSING,
        /** Answered, but the rest of the request's body has to come before the next request can. */
        SKIPPING,
        /** Answered, and to be closed once the client has seen it. */
        LINGERING,
        TUNNEL,
        OVER
    }

    /** Bodies up to this size are read and forgotten if their request was answered without them. */
    private static final long SKIPPED = 65_536;

    private final GatewayScope gateway;
    private final LoopState loop;
    private final RequestHead head;
    private final Body body = new Body(ChunkedBody.Extensions.REFUSED);
    private final Passage passage;
    private final Ticks.Deadline deadline;
    private ForwardingClient forwarding;
    private ChannelHandlerContext context;
    private State state = State.HEAD;
    private @Nullable ByteBuf pending;
    private @Nullable ByteBuf current;
    private @Nullable Verdict delayed;
    private Clock.@Nullable Alarm alarm;
    private int requests;
    private boolean unflushed;

    GatewayHandler(GatewayScope gateway, LoopState loop) {
        this.gateway = gateway;
        this.loop = loop;
        this.head = new RequestHead(gateway.settings.head());
        this.passage = new Passage(this, gateway, loop.pool);
        this.deadline = loop.ticks.add(this::isLate);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        ClientPeer peer = ClientPeer.of(ctx.channel());
        forwarding = new ForwardingClient(peer, ctx.pipeline().get(SslHandler.class) != null);
        head.peer(peer.literal());
        deadline.in(gateway.settings.times().head());
    }

    // What comes in.

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        ByteBuf before = pending;
        if (before == null) {
            take(in);
        } else {
            pending = Unpooled.wrappedBuffer(before, in);
        }
    }

    private void take(ByteBuf in) {
        current = in;
        while (in.isReadable() && step(in)) {
            // on to what follows
        }
        current = null;
        if (in.isReadable()) {
            pending = in;
            reading(false);
        } else {
            in.release();
        }
    }

    /** False if the rest has to wait. */
    private boolean step(ByteBuf in) {
        switch (state) {
            case HEAD -> {
                return readHead(in);
            }
            case PASSING -> {
                return passage.takeBody(in);
            }
            case SKIPPING -> skip(in);
            case TUNNEL -> passage.tunnel(in);
            case LINGERING, OVER -> in.skipBytes(in.readableBytes());
            case DECIDING, DELAYED -> {
                return false;
            }
        }
        return true;
    }

    /** Takes no further request while the answers to those before are not taken: they would pile up here. */
    private boolean readHead(ByteBuf in) {
        if (head.isEmpty()) {
            if (!isWritable()) {
                isStuck();
                return false;
            }
            deadline.in(gateway.settings.times().head());
        }
        switch (head.read(in)) {
            case MORE -> {}
            case BAD -> {
                BadHead bad = head.bad();
                passage.reset();
                failBadly(bad == null ? 400 : bad.status(), bad == null ? "" : bad.detail());
            }
            case WHOLE -> decide();
        }
        return true;
    }

    private void decide() {
        requests++;
        state = State.DECIDING;
        deadline.never();
        body.start(head.framing());
        passage.reset();
        gateway.rules.decide(head, this);
    }

    /** What the rules say, on whichever thread they say it. */
    @Override
    public void accept(Verdict verdict) {
        if (loop.loop.inEventLoop()) {
            obey(verdict);
        } else {
            loop.loop.execute(() -> obey(verdict));
        }
    }

    private void obey(Verdict verdict) {
        passage.decided(verdict);
        if (state == State.OVER) {
            giveBack(verdict);
            passage.conclude();
            return;
        }
        if (!verdict.passes()) {
            refuse(verdict);
        } else if (verdict.delayNanos() == 0) {
            pass();
        } else {
            delay(verdict);
        }
    }

    private void pass() {
        state = State.PASSING;
        if (!body.isDone()) {
            bodyIsMoving();
        }
        passage.start();
    }

    private void delay(Verdict verdict) {
        boolean tooLong = verdict.delayNanos() > gateway.settings.times().delay() * 1_000_000L;
        if (tooLong || !gateway.delayed.tryAcquire()) {
            send(verdict.refuseInsteadOfWaiting());
        } else {
            state = State.DELAYED;
            delayed = verdict;
            alarm = gateway.clock.schedule(verdict.delayNanos(), () -> loop.loop.execute(() -> goOn(verdict)));
        }
    }

    @SuppressWarnings("ReferenceEquality") // the same wait, not an equal one
    private void goOn(Verdict verdict) {
        if (delayed == verdict) {
            delayed = null;
            alarm = null;
            gateway.delayed.release();
            pass();
        }
    }

    private void leaveDelay() {
        if (alarm != null) {
            alarm.cancel();
        }
        if (delayed != null) {
            giveBack(delayed);
            delayed = null;
            gateway.delayed.release();
            passage.conclude();
        }
    }

    private static void giveBack(Verdict verdict) {
        Ruling ruling = verdict.ruling();
        if (ruling != null && ruling.outcome().passes()) {
            ruling.cancel();
        }
    }

    /** Looks again at what had to wait. */
    void proceed() {
        ByteBuf rest = pending;
        pending = null;
        if (rest != null) {
            take(rest);
            passage.flushRequest();
        }
        if (pending == null) {
            reading(true);
        }
    }

    private void skip(ByteBuf in) {
        in.skipBytes(body.follow(in));
        if (body.bad() != null) {
            linger();
        } else if (body.isDone()) {
            next();
        }
    }

    /** Whether to take more from the client. */
    void reading(boolean on) {
        if (context.channel().config().isAutoRead() != on) {
            context.channel().config().setAutoRead(on);
        }
    }

    void bodyIsMoving() {
        deadline.in(gateway.settings.times().body());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        passage.flushRequest();
        flush();
    }

    // What goes out.

    RequestHead head() {
        return head;
    }

    Body body() {
        return body;
    }

    ForwardingClient forwarding() {
        return forwarding;
    }

    ByteBuf buffer() {
        return context.alloc().directBuffer(1024);
    }

    void write(ByteBuf bytes) {
        unflushed = true;
        context.write(bytes, context.voidPromise());
    }

    void flush() {
        if (unflushed) {
            unflushed = false;
            context.flush();
        }
    }

    boolean isWritable() {
        return context.channel().isWritable();
    }

    /** The client does not take its answer; not for ever. */
    void isStuck() {
        deadline.in(gateway.settings.times().body());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (isWritable() && state == State.PASSING) {
            if (body.isDone()) {
                deadline.never();
            } else {
                bodyIsMoving();
            }
        }
        passage.clientWritable(isWritable());
        if (isWritable() && state == State.HEAD && pending != null) {
            proceed();
        }
    }

    /** Whether the connection may stay after this request. */
    boolean keeps() {
        int most = gateway.settings.limits().requestsPerConnection();
        return head.keepAlive() && !gateway.draining && (most == 0 || requests < most);
    }

    /** Sends the answer of the rules, as bytes if the client needs no word about the connection. */
    private void refuse(Verdict verdict) {
        boolean keep = keeps() && canSkipBody();
        byte[] bytes = head.isHttp10() ? null : verdict.answerBytes(keep, DateLine.bytes());
        Answer answer = bytes == null ? verdict.answer() : null;
        if (bytes != null) {
            ByteBuf out = context.alloc().directBuffer(bytes.length);
            write(out.writeBytes(bytes));
            passage.answered(statusOf(bytes), gateway.log.isOn() ? bodyLength(bytes) : 0);
            ended(keep);
        } else if (answer != null) {
            send(answer);
        }
    }

    private static int bodyLength(byte[] answer) {
        int at = 0;
        while (answer[at] != '\r' || answer[at + 2] != '\r') {
            at++;
        }
        return answer.length - at - 4;
    }

    private static int statusOf(byte[] answer) {
        return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
    }

    private void send(Answer answer) {
        send(answer.status(), answer.fields(), answer.body(), keeps() && canSkipBody());
    }

    /** Something went wrong behind us. */
    void fail(int status, String detail) {
        send(status, Problem.fields(status), Problem.body(status, detail), keeps() && canSkipBody());
    }

    void failFor(long retryAfterSeconds, String detail) {
        send(503, Problem.fields(retryAfterSeconds), Problem.body(503, detail), keeps() && canSkipBody());
    }

    /** Something is wrong with the request, so that nothing can follow it; what has gone out already is cut off. */
    void failBadly(int status, String detail) {
        if (passage.isAnswering()) {
            abort();
        } else {
            send(status, Problem.fields(status), Problem.body(status, detail), false);
        }
    }

    private boolean canSkipBody() {
        return body.isDone()
                || (!head.expectsContinue()
                        && head.framing().kind() == Framing.Kind.LENGTH
                        && head.framing().length() <= SKIPPED);
    }

    private void send(int status, List<Field> fields, byte[] text, boolean keep) {
        ByteBuf out = buffer();
        AnswerWriter.write(out, head, status, fields, text, AnswerWriter.Connection.of(head, keep));
        write(out);
        passage.answered(status, text.length);
        ended(keep);
    }

    /** The answer is out, as far as we are concerned. */
    void ended(boolean keep) {
        flush();
        passage.conclude();
        if (!keep) {
            close();
        } else if (body.isDone()) {
            next();
        } else {
            state = State.SKIPPING;
            bodyIsMoving();
            proceed();
        }
    }

    private void next() {
        state = State.HEAD;
        head.reset();
        deadline.in(gateway.settings.times().keepAlive());
        proceed();
    }

    private void close() {
        if (head.bad() == null && body.isDone()) {
            closeWhenFlushed();
        } else {
            linger();
        }
    }

    void closeWhenFlushed() {
        state = State.OVER;
        deadline.in(gateway.settings.times().body());
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Closed at once, an answer might not be seen: what still comes in would make the client's side forget it. */
    private void linger() {
        state = State.LINGERING;
        deadline.in(gateway.settings.times().linger());
        sendsNoMore();
        proceed();
    }

    void sendsNoMore() {
        flush();
        if (context.pipeline().get(SslHandler.class) == null && context.channel() instanceof DuplexChannel channel) {
            context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> channel.shutdownOutput());
        }
    }

    /** The answer cannot be ended, and the client must not take it for whole. */
    void abort() {
        passage.conclude();
        state = State.OVER;
        if (context.pipeline().get(SslHandler.class) == null) {
            context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
        }
        context.close();
    }

    void becomeTunnel() {
        state = State.TUNNEL;
        deadline.never();
        context.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        flush();
        proceed();
    }

    void handOver(HandOver to, Verdict verdict, Upstream upstream, Target target) {
        ByteBuf bytes = context.alloc().buffer();
        head.copy(bytes);
        if (current != null) {
            bytes.writeBytes(current);
        }
        if (pending != null) {
            bytes.writeBytes(pending);
            pending.release();
            pending = null;
        }
        state = State.OVER;
        deadline.remove();
        gateway.counts.ended.increment();
        context.pipeline().remove(this);
        reading(true);
        to.take(context.channel(), bytes, verdict, upstream, target);
    }

    // The end of the connection.

    private void isLate() {
        switch (state) {
            case HEAD -> {
                if (head.isEmpty()) {
                    context.close();
                } else {
                    passage.reset();
                    failBadly(408, "The head of the request did not come in time.");
                }
            }
            case PASSING -> {
                boolean stuck = passage.isAnswering();
                passage.left();
                if (stuck) {
                    abort();
                } else {
                    failBadly(408, "The body of the request did not come in time.");
                }
            }
            default -> context.close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && state == State.TUNNEL) {
            passage.clientHasNoMore();
        } else if (event == Draining.NOW) {
            drain();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    private void drain() {
        if (state == State.HEAD && head.isEmpty()) {
            context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        State before = state;
        state = State.OVER;
        deadline.remove();
        if (pending != null) {
            pending.release();
            pending = null;
        }
        switch (before) {
            case DELAYED -> leaveDelay();
            case PASSING -> {
                passage.left();
                passage.conclude();
            }
            case TUNNEL -> {
                passage.tunnelLeft();
                passage.conclude();
            }
            default -> {}
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
