package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.sluice.http.Verdict;
import io.sluice.rules.Attribute;
import io.sluice.rules.Ruling;
import io.sluice.server.gateway.access.Exchange;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.http1.AnswerHead;
import io.sluice.server.http1.AnswerWriter;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.Framing;
import io.sluice.server.http1.RequestHead;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A request that passes: from the choice of a target to the end of its answer. One object serves all requests of a client's connection, one after the other. Every target that is begun
 * with is told once how it went.
 */
final class Passage {
    /** Bodies up to this size are copied behind their head, so that both go out in one write. */
    private static final int SMALL = 16_384;

    private final GatewayHandler client;
    private final GatewayScope gateway;
    private final UpstreamPool pool;
    private final RequestHead request;
    private final Body body;
    private final AnswerCopy answers = new AnswerCopy();
    private @Nullable Verdict verdict;
    private @Nullable Upstream upstream;
    private @Nullable Target target;
    private @Nullable Target answeredBy;
    private @Nullable UpstreamConnection link;
    private @Nullable UpstreamConnection awaited;
    private int retries;
    private boolean refreshed;
    private boolean bodySent;
    private boolean answering;
    private boolean keep;
    private boolean settled;
    private boolean clientSilent;
    private boolean upstreamSilent;
    private int status;
    private long startNanos;
    private long targetNanos;
    private long bytesIn;
    private long bytesOut;

    Passage(GatewayHandler client, GatewayScope gateway, UpstreamPool pool) {
        this.client = client;
        this.gateway = gateway;
        this.pool = pool;
        this.request = client.head();
        this.body = client.body();
    }

    /** The head of a request is there. */
    void reset() {
        verdict = null;
        upstream = null;
        target = null;
        answeredBy = null;
        retries = 0;
        refreshed = false;
        bodySent = false;
        answering = false;
        settled = false;
        clientSilent = false;
        upstreamSilent = false;
        status = 0;
        bytesIn = 0;
        bytesOut = 0;
        startNanos = System.nanoTime();
        gateway.counts.begun.increment();
    }

    /** Remembered for the log, whatever becomes of it. */
    void decided(Verdict decided) {
        verdict = decided;
    }

    /** The request goes on. */
    void start() {
        RuleView view = gateway.view();
        String raw = request.path();
        String path = raw.equals("*") ? raw : view.paths().of(raw);
        Upstream found = path == null ? null : gateway.upstreams.find(request.host(), path);
        if (found == null) {
            client.fail(404, "There is no route for this host and path.");
            return;
        }
        client.forwarding().follow(view);
        upstream = found;
        begin(found, null);
    }

    private void begin(Upstream from, @Nullable Target not) {
        Target next = from.begin(not);
        if (next == null) {
            client.failFor(from.retryAfterSeconds(), "The service is not available at the moment.");
        } else {
            targetNanos = System.nanoTime();
            target = next;
            dispatch(from, next);
        }
    }

    private void dispatch(Upstream from, Target to) {
        HandOver handOver = gateway.settings.handOver();
        if (to.http2() && handOver != null && verdict != null) {
            target = null;
            client.handOver(handOver, verdict, from, to);
            return;
        }
        UpstreamConnection free = pool.take(to);
        if (free == null) {
            pool.connect(to, from.times(), this);
        } else {
            send(free);
        }
    }

    void waitsFor(UpstreamConnection connection) {
        awaited = connection;
    }

    void connected(UpstreamConnection connection) {
        awaited = null;
        send(connection);
    }

    private void send(UpstreamConnection to) {
        link = to;
        to.begin(this);
        Ruling ruling = verdict == null ? null : verdict.ruling();
        boolean reduced = ruling != null && ruling.outcome() == Ruling.Outcome.REDUCED;
        ByteBuf out = to.channel().alloc().directBuffer(512);
        RequestCopy.write(out, request, to.target, client.forwarding(), reduced);
        to.write(out);
        if (body.isDone()) {
            to.requestSent();
        } else {
            client.proceed();
        }
        to.flush();
    }

    boolean isHead() {
        return request.method().equals("HEAD");
    }

    /** Passes on what belongs to the request's body; false if that has to wait, or is the next request. */
    boolean takeBody(ByteBuf in) {
        UpstreamConnection to = link;
        if (to == null || to.isDeaf() || body.isDone()) {
            return false;
        }
        int length = body.follow(in);
        if (length > 0) {
            bytesIn += length;
            bodySent = true;
            to.write(in.readRetainedSlice(length));
        }
        BadHead bad = body.bad();
        if (bad != null) {
            dropTarget();
            client.failBadly(bad.status(), bad.detail());
        } else if (body.isDone()) {
            to.requestSent();
        } else {
            client.bodyIsMoving();
            upstreamWritable(to.isWritable());
        }
        return true;
    }

    void flushRequest() {
        if (link != null) {
            link.flush();
        }
    }

    /** The upload is held back while the target does not keep up. */
    void upstreamWritable(boolean writable) {
        if (link != null) {
            link.isStuck(!writable);
            client.reading(writable);
        }
    }

    /** The answer is held back while the client does not keep up. */
    void clientWritable(boolean writable) {
        if (link != null) {
            link.reading(writable);
        }
    }

    void interim(UpstreamConnection from) {
        if (!request.isHttp10()) {
            answering = true;
            ByteBuf out = client.buffer();
            answers.writeInterim(out, from.head());
            client.write(out);
            client.flush();
            holdBack(from);
        }
    }

    void answerHead(UpstreamConnection from, ByteBuf in) {
        AnswerHead answer = from.head();
        Verdict decided = verdict;
        Framing.Kind framing = answer.framing().kind();
        boolean upgraded = answer.status() == 101;
        if (decided == null
                || (upgraded && !request.asksForWebSocket())
                || (framing == Framing.Kind.CHUNKED && request.isHttp10())) {
            from.isGone(new IOException("an answer that was not asked for"));
            return;
        }
        answering = true;
        status = answer.status();
        answeredBy = from.target;
        ByteBuf out = client.buffer();
        if (upgraded) {
            answers.writeUpgrade(out, answer, decided);
            client.write(out);
            from.target.tunnelOpened(System.nanoTime() - targetNanos);
            client.becomeTunnel();
            from.becomeTunnel();
            return;
        }
        keep = client.keeps() && body.isDone() && framing != Framing.Kind.CLOSE;
        answers.write(out, answer, decided, gateway.view(), AnswerWriter.Connection.of(request, keep));
        int length = from.body().follow(in);
        bytesOut += length;
        if (length <= SMALL) {
            out.writeBytes(in, length);
            client.write(out);
        } else {
            client.write(out);
            client.write(in.readRetainedSlice(length));
        }
        goOn(from, in);
    }

    void answerBody(UpstreamConnection from, ByteBuf in) {
        int length = from.body().follow(in);
        bytesOut += length;
        if (length > 0) {
            client.write(in.readRetainedSlice(length));
        }
        goOn(from, in);
    }

    private void goOn(UpstreamConnection from, ByteBuf in) {
        BadHead bad = from.body().bad();
        if (bad != null) {
            from.isGone(new IOException("not a body: " + bad.detail()));
        } else if (from.body().isDone()) {
            answerEnded(from, !in.isReadable());
        } else {
            holdBack(from);
        }
    }

    private void holdBack(UpstreamConnection from) {
        if (!client.isWritable()) {
            from.reading(false);
            client.isStuck();
        }
    }

    /** With or without bytes behind it that nobody asked for. */
    void answerEnded(UpstreamConnection from, boolean clean) {
        settle(from.head());
        link = null;
        from.release(clean);
        long nanos = System.nanoTime() - targetNanos;
        from.target.succeeded(status, nanos);
        target = null;
        gateway.counts.answeredByTargets.increment();
        gateway.counts.targetNanos.add(nanos);
        client.ended(keep);
    }

    void flushAnswer() {
        client.flush();
    }

    /** The target, or the connection to it, did not do what it should. */
    void broke(UpstreamConnection from, Throwable why) {
        Target failed = from.target;
        Upstream of = upstream;
        link = null;
        awaited = null;
        if (of == null || target == null) {
            return;
        }
        boolean late = why instanceof SocketTimeoutException && from.isReadyForRequests();
        if (!answering && from.wasUsed() && !from.hasAnswered() && !refreshed && !late && mayRepeat()) {
            refreshed = true;
            pool.connect(failed, of.times(), this);
            return;
        }
        target = null;
        failed.failed(why, System.nanoTime() - targetNanos);
        if (answering) {
            client.abort();
        } else if (!late && retries < of.retries() && (mayRepeat() || !from.isReadyForRequests())) {
            retries++;
            begin(of, failed);
        } else if (late) {
            client.fail(504, "The service did not answer in time.");
        } else {
            client.fail(502, "The service could not be reached, or gave no proper answer.");
        }
    }

    /** Whether sending the request twice does no harm: it says so, and has nothing behind its head. */
    private boolean mayRepeat() {
        return !bodySent
                && request.framing().kind() == Framing.Kind.NONE
                && switch (request.method()) {
                    case "GET", "HEAD", "OPTIONS", "PUT", "DELETE" -> true;
                    default -> false;
                };
    }

    /** The client has left, or is not waited for any longer. */
    void left() {
        dropTarget();
    }

    private void dropTarget() {
        Target begun = target;
        target = null;
        if (awaited != null) {
            awaited.isNotWaitedFor();
            awaited = null;
        }
        if (link != null) {
            link.close();
            link = null;
        }
        if (begun != null) {
            begun.dropped();
        }
    }

    boolean isAnswering() {
        return answering;
    }

    // Tunnel: bytes go both ways as they come.

    void tunnel(ByteBuf in) {
        UpstreamConnection to = link;
        if (to == null) {
            in.skipBytes(in.readableBytes());
            return;
        }
        bytesIn += in.readableBytes();
        to.isMoving();
        to.write(in.readRetainedSlice(in.readableBytes()));
        if (!to.isWritable()) {
            client.reading(false);
        }
    }

    void tunnelBack(ByteBuf in) {
        bytesOut += in.readableBytes();
        client.write(in.readRetainedSlice(in.readableBytes()));
        if (!client.isWritable() && link != null) {
            link.reading(false);
        }
    }

    void upstreamHasNoMore() {
        upstreamSilent = true;
        client.sendsNoMore();
        closeSilent();
    }

    void clientHasNoMore() {
        clientSilent = true;
        if (link != null) {
            link.sendsNoMore();
        }
        closeSilent();
    }

    private void closeSilent() {
        if (clientSilent && upstreamSilent) {
            client.closeWhenFlushed();
            tunnelLeft();
            conclude();
        }
    }

    /** The target has closed its side for good. */
    void tunnelEnded() {
        link = null;
        tunnelLeft();
        client.closeWhenFlushed();
        conclude();
    }

    /** The client has closed its side for good. */
    void tunnelLeft() {
        Target begun = target;
        target = null;
        if (link != null) {
            link.closeWhenFlushed();
            link = null;
        }
        if (begun != null) {
            begun.tunnelClosed();
        }
    }

    // The end.

    /** An answer of our own has gone out. */
    void answered(int ownStatus, int length) {
        status = ownStatus;
        bytesOut = length;
    }

    /** Once for every request, when all is over. */
    void conclude() {
        gateway.counts.ended.increment();
        gateway.counts.bytesIn.add(bytesIn);
        gateway.counts.bytesOut.add(bytesOut);
        settle(null);
        if (gateway.log.isOn()) {
            gateway.log.log(new Exchange(
                    request,
                    request.isHttp10() ? "HTTP/1.0" : "HTTP/1.1",
                    verdict,
                    answeredBy,
                    status,
                    bytesIn,
                    bytesOut,
                    System.nanoTime() - startNanos));
        }
        verdict = null;
    }

    /** Costs that only the answer knows; without an answer there is nothing more to know. */
    private void settle(@Nullable AnswerHead answer) {
        Verdict decided = verdict;
        Ruling ruling = decided == null ? null : decided.ruling();
        if (ruling == null
                || settled
                || !ruling.outcome().passes()
                || ruling.awaited().isEmpty()) {
            return;
        }
        settled = true;
        ruling.ended(attribute ->
                answer == null || attribute.kind() != Attribute.Kind.HEADER ? null : answer.header(attribute.name()));
    }
}
