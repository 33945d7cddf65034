package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.sluice.http.Verdict;
import io.sluice.server.bounds.Account;
import io.sluice.server.bounds.DoorBounds;
import io.sluice.server.bounds.Refusal;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.ChunkedBody;
import io.sluice.server.http1.RequestHead;
import io.sluice.server.net.LastCall;
import io.sluice.server.net.Unforeseen;
import java.util.function.Consumer;

/**
 * A client's connection: reads one request after the other, asks the rules about each, and lets it pass or answers it. The next request stays unread until the answer to the one before has
 * ended. Used on its event loop only.
 */
@SuppressWarnings("NullAway.Init") // what belongs to the connection comes when the handler is added
final class GatewayHandler extends ChannelInboundHandlerAdapter implements Consumer<Verdict> {
    private final GatewayScope gateway;
    private final LoopState loop;
    private final RequestHead head;
    private final Body body = new Body(ChunkedBody.Extensions.REFUSED);
    private final Wire wire;
    private final Intake intake;
    private final RequestNotes notes;
    private final OwnAnswers own;
    private final WaitingPlace waiting;
    private final Tunnel tunnel;
    private final Passage passage;
    private final ClientPatience patience;
    private ForwardingClient forwarding;
    private Account account;
    private ClientState state = ClientState.HEAD;
    private int requests;

    GatewayHandler(GatewayScope gateway, LoopState loop) {
        this.gateway = gateway;
        this.loop = loop;
        this.head = new RequestHead(gateway.settings.head());
        this.wire = new Wire(loop.buffers);
        this.intake = new Intake(wire, this::take);
        this.notes = new RequestNotes(gateway, head);
        this.own = new OwnAnswers(this, wire, notes);
        this.waiting = new WaitingPlace(gateway, loop.loop, this::pass);
        this.tunnel = new Tunnel(this, wire, notes);
        this.passage = new Passage(this, gateway, loop.pool, wire, notes, own, tunnel);
        this.patience = new ClientPatience(gateway.settings.times(), loop.ticks.add(this::isLate));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        wire.in(ctx);
        ClientPeer peer = ClientPeer.of(ctx.channel());
        forwarding = new ForwardingClient(peer, wire.isSecure());
        head.peer(peer.literal());
        account = DoorBounds.of(ctx.channel()).account(ctx.executor(), this::refuse);
        patience.head();
    }

    RequestHead head() {
        return head;
    }

    Body body() {
        return body;
    }

    ForwardingClient forwarding() {
        return forwarding;
    }

    /** The header line that tells the time. */
    byte[] date() {
        return loop.ticks.date();
    }

    // What comes in.

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        intake.add((ByteBuf) message);
    }

    /** False if the rest has to wait. */
    private boolean take(ByteBuf in) {
        switch (state) {
            case HEAD -> {
                return readHead(in);
            }
            case PASSING -> {
                return passage.takeBody(in);
            }
            case SKIPPING -> skip(in);
            case TUNNEL -> tunnel.forth(in);
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
            if (!wire.isWritable()) {
                bodyIsDue();
                return false;
            }
            patience.head();
        }
        switch (head.read(in)) {
            case MORE -> {}
            case BAD -> {
                BadHead bad = head.bad();
                begin();
                failBadly(bad == null ? 400 : bad.status(), bad == null ? "" : bad.detail());
            }
            case WHOLE -> decide();
        }
        return true;
    }

    private void skip(ByteBuf in) {
        in.skipBytes(body.follow(in));
        if (body.bad() != null) {
            linger();
        } else if (body.isDone()) {
            next();
        }
    }

    /** Looks again at what had to wait. */
    void proceed() {
        intake.goOn();
        flushToTarget();
        account.hold(held());
    }

    /** Bytes of a head that is not whole, and what waits behind a request that is. */
    private int held() {
        return (state == ClientState.HEAD ? head.size() : 0) + intake.held();
    }

    private void flushToTarget() {
        if (state == ClientState.TUNNEL) {
            tunnel.flushForth();
        } else {
            passage.flushRequest();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flushToTarget();
        wire.flush();
        account.hold(held());
    }

    /** Either way: the client has so long to send more of its request, or to take more of its answer. */
    void bodyIsDue() {
        patience.body();
    }

    /** It is not the client who is waited for, unless it has to take more of its answer first. */
    void owesNothing() {
        if (wire.isWritable()) {
            patience.never();
        }
    }

    /** The target takes more of the request's body, or cannot keep up with it. */
    void upload(boolean goesOn) {
        intake.reading(goesOn);
        if (goesOn && !body.isDone()) {
            bodyIsDue();
        } else {
            owesNothing();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        boolean writable = wire.isWritable();
        switch (state) {
            case HEAD -> {
                if (writable && intake.isHeldUp()) {
                    proceed();
                }
            }
            case PASSING -> {
                if (writable) {
                    patience.afterAStop(body);
                } else {
                    bodyIsDue(); // over TLS nobody knew before: what is written does not count until it is flushed
                }
                passage.clientWritable(writable);
            }
            case TUNNEL -> tunnel.clientWritable(writable);
            default -> {}
        }
    }

    // What is done about a request.

    private void begin() {
        notes.begin();
        passage.reset();
    }

    private void decide() {
        requests++;
        state = ClientState.DECIDING;
        patience.never();
        body.start(head.framing());
        begin();
        gateway.rules.decide(head, this);
        if (state == ClientState.DECIDING) {
            loop.givingWay.hasAsked();
        }
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
        notes.decided(verdict);
        if (state == ClientState.OVER) {
            verdict.abandon();
            notes.conclude();
        } else if (!verdict.passes()) {
            own.refuse(verdict);
        } else if (verdict.delayNanos() == 0) {
            pass();
        } else if (waiting.tryEnter(verdict)) {
            state = ClientState.DELAYED;
        } else {
            own.send(verdict.refuseInsteadOfWaiting());
        }
    }

    private void pass() {
        state = ClientState.PASSING;
        passage.start();
    }

    void becomeTunnel() {
        state = ClientState.TUNNEL;
        patience.never();
        wire.outlivesItsInput();
        wire.flush();
        proceed();
    }

    void handOver(HandOver to, Verdict verdict, Upstream upstream, Target target) {
        ByteBuf bytes = wire.channel().alloc().buffer();
        head.copy(bytes);
        intake.moveTo(bytes);
        state = ClientState.OVER;
        patience.end();
        account.close();
        wire.leave();
        to.take(wire.channel(), requests, bytes, verdict, upstream, target);
        if (gateway.draining) { // told while the request was being decided about, the connection took no notice
            wire.channel().pipeline().fireUserEventTriggered(gateway.closing ? Draining.NOW : Draining.SOON);
        }
    }

    // How it ends, and what follows.

    /** Whether the connection may stay after this request. */
    boolean keeps() {
        int most = gateway.settings.limits().requestsPerConnection();
        return head.keepAlive() && !gateway.draining && (most == 0 || requests < most);
    }

    /** The answer is out, as far as we are concerned. */
    void ended(boolean keep) {
        wire.flush();
        notes.conclude();
        if (keep && body.isDone()) {
            next();
        } else if (keep) {
            state = ClientState.SKIPPING;
            bodyIsDue();
            proceed();
        } else if (head.bad() == null && body.isDone() && !head.keepAlive()) {
            closeWhenFlushed();
        } else {
            linger(); // it is us who close, and the client may have asked again before it could know
        }
    }

    private void next() {
        state = ClientState.HEAD;
        head.reset();
        patience.keepAlive();
        proceed();
        if (gateway.closing) {
            drain();
        }
    }

    void closeWhenFlushed() {
        state = ClientState.OVER;
        patience.body();
        wire.closeWhenFlushed();
    }

    /** Closed at once, an answer might not be seen: what still comes in would make the client's side forget it. */
    private void linger() {
        linger(patience::linger);
    }

    private void linger(Runnable asLong) {
        state = ClientState.LINGERING;
        bodyIsDue();
        wire.whenOut(asLong);
        wire.sendsNoMore();
        proceed();
    }

    /** For a tunnel, in which the client may still speak: behind the farewell of TLS it could not always. */
    void sendsNoMore() {
        wire.flush();
        if (!wire.isSecure()) {
            wire.sendsNoMore();
        }
    }

    /** Something is wrong with the request, so that nothing can follow it; what has gone out already is cut off. */
    void failBadly(int status, String detail) {
        if (passage.answers.hasBegun()) {
            abort();
        } else {
            own.failForGood(status, detail);
        }
    }

    /** The answer cannot be ended, and the client must not take it for whole. */
    void abort() {
        notes.conclude();
        state = ClientState.OVER;
        wire.reset();
    }

    private void isLate() {
        switch (state) {
            case HEAD -> {
                if (head.isEmpty()) {
                    wire.giveUp();
                } else {
                    begin();
                    failBadly(408, "The head of the request did not come in time.");
                }
            }
            case PASSING -> {
                passage.left();
                if (wire.isWritable()) {
                    failBadly(408, "The body of the request did not come in time.");
                } else {
                    abort();
                }
            }
            default -> wire.giveUp();
        }
    }

    /** What was accounted for may have gone on its way since. */
    private void refuse(Refusal.Cause cause) {
        if (held() == 0) {
            account.hold(0);
        } else if (state == ClientState.HEAD && !head.isEmpty()) {
            begin();
            failBadly(503, cause.sentence());
            account.hold(held());
        } else {
            wire.giveUp();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && state == ClientState.TUNNEL) {
            tunnel.clientHasNoMore();
        } else if (event == Draining.NOW) {
            LastCall.afterReading(ctx.channel(), this::drain);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    /** Answers that the client has not taken yet still go out; closed at once, they would be lost to one that is just sending. A head that has begun to come is answered. */
    private void drain() {
        if (state == ClientState.HEAD && head.isEmpty()) {
            linger(patience::lastCall);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ClientState before = state;
        state = ClientState.OVER;
        patience.end();
        account.close();
        intake.drop();
        wire.drop();
        switch (before) {
            case DELAYED -> {
                waiting.leave();
                notes.conclude();
            }
            case PASSING -> {
                passage.left();
                notes.conclude();
            }
            case TUNNEL -> tunnel.close();
            default -> {}
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Unforeseen.log(GatewayHandler.class, cause);
        wire.close();
    }
}
