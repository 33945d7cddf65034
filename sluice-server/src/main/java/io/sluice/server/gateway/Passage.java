package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.sluice.http.Verdict;
import io.sluice.rules.Rule;
import io.sluice.server.gateway.upstream.ConnectionLimitException;
import io.sluice.server.gateway.upstream.FailureCause;
import io.sluice.server.gateway.upstream.SlotRequest;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Unavailability;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.gateway.upstream.UpstreamTimes;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.Framing;
import io.sluice.server.http1.RequestHead;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A request that passes: from the choice of a target to the end of its answer. One object serves all requests of a client's connection, one after the other. Every target that is begun
 * with is told once how it went.
 */
final class Passage {
    final AnswerRelay answers;

    private final GatewayHandler client;
    private final GatewayScope gateway;
    private final UpstreamPool pool;
    private final RequestNotes notes;
    private final OwnAnswers own;
    private final Tunnel tunnel;
    private final RequestHead request;
    private final Body body;
    private @Nullable Upstream upstream;
    private @Nullable Target target;
    private @Nullable UpstreamConnection link;
    private @Nullable UpstreamConnection awaited;
    private @Nullable SlotRequest asking;
    private int retries;
    private boolean refreshed;
    private boolean bodySent;
    private long targetNanos;

    Passage(
            GatewayHandler client,
            GatewayScope gateway,
            UpstreamPool pool,
            Wire wire,
            RequestNotes notes,
            OwnAnswers own,
            Tunnel tunnel) {
        this.client = client;
        this.gateway = gateway;
        this.pool = pool;
        this.notes = notes;
        this.own = own;
        this.tunnel = tunnel;
        this.request = client.head();
        this.body = client.body();
        this.answers = new AnswerRelay(this, client, gateway, wire, notes);
    }

    /** The head of a request is there. */
    void reset() {
        upstream = null;
        target = null;
        retries = 0;
        refreshed = false;
        bodySent = false;
        answers.reset();
    }

    // A target, and a connection to it.

    /** The request goes on. */
    void start() {
        RuleView view = gateway.view();
        String raw = request.path();
        String path = raw.equals("*") ? raw : view.paths().of(raw);
        Upstream found = path == null ? null : gateway.upstreams.find(request.host(), path);
        if (found == null) {
            notes.failed(null, "no route");
            own.fail(404, "There is no route for this host and path.");
            return;
        }
        client.forwarding().follow(view);
        upstream = found;
        begin(found, null);
    }

    private void begin(Upstream from, @Nullable Target not) {
        Target next = from.begin(not);
        if (next == null) {
            if (retries == 0) {
                notes.refund(Rule.RefundOn.BREAKER);
                Unavailability why = from.unavailability();
                notes.failed(why.target(), why.cause());
            }
            own.failFor(from.retryAfterSeconds(), "The service is not available at the moment.");
        } else {
            targetNanos = System.nanoTime();
            target = next;
            dispatch(from, next);
        }
    }

    private void dispatch(Upstream from, Target to) {
        HandOver handOver = gateway.settings.handOver();
        Verdict verdict = notes.verdict();
        if (to.http2() && handOver != null && verdict != null) {
            target = null;
            client.handOver(handOver, verdict, from, to);
            return;
        }
        dispatch(to, from.times());
    }

    private void dispatch(Target to, UpstreamTimes times) {
        UpstreamConnection free = pool.take(to, times);
        if (free == null) {
            pool.connect(to, times, this);
        } else {
            send(free);
        }
    }

    /** One of the loop's connections to the target is free now. */
    void dispatch(Target to) {
        Upstream from = upstream;
        asking = null;
        if (from != null) {
            dispatch(to, from.times());
        }
    }

    void waitsFor(SlotRequest request) {
        asking = request;
    }

    void waitsFor(UpstreamConnection connection) {
        asking = null;
        awaited = connection;
    }

    /** There is no connection to be had. */
    void refused(Target by, ConnectionLimitException why) {
        asking = null;
        target = null;
        by.dropped();
        notes.failed(by, FailureCause.of(why));
        own.failFor(1, "The service has too many requests at the moment.");
    }

    void connected(UpstreamConnection connection) {
        awaited = null;
        send(connection);
    }

    // The request.

    private void send(UpstreamConnection to) {
        link = to;
        to.begin(this);
        ByteBuf out = to.buffer();
        RequestCopy.write(out, request, to.target, client.forwarding(), notes.isReduced());
        to.write(out);
        if (body.isDone()) {
            to.requestSent();
        } else {
            client.bodyIsDue();
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
            notes.in(length);
            bodySent = true;
            to.write(in.readRetainedSlice(length));
        }
        BadHead bad = body.bad();
        if (bad != null) {
            left();
            client.failBadly(bad.status(), bad.detail());
        } else if (body.isDone()) {
            client.owesNothing();
            to.requestSent();
        } else {
            targetWritable(to.isWritable());
        }
        return true;
    }

    void flushRequest() {
        if (link != null) {
            link.flush();
        }
    }

    /** The upload is held back while the target does not keep up. */
    void targetWritable(boolean writable) {
        if (link != null) {
            link.uploadIsStuck(!writable);
            client.upload(writable);
        }
    }

    /** The answer is held back while the client does not keep up. */
    void clientWritable(boolean writable) {
        if (link != null) {
            link.reading(writable);
        }
    }

    // How it ends.

    void becomeTunnel(UpstreamConnection through, ByteBuf first) {
        link = null;
        target = null;
        tunnel.open(through, System.nanoTime() - targetNanos, first);
    }

    void answered(UpstreamConnection by, boolean clean) {
        link = null;
        target = null;
        by.release(clean);
        long nanos = System.nanoTime() - targetNanos;
        by.target.succeeded(notes.status(), nanos);
        gateway.counts.targetAnswered(nanos);
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
        boolean unsent = !from.isReadyForRequests();
        boolean stale = from.isOlderThanItsRequest() && !from.hasAnswered() && !refreshed;
        if (!late && !answers.hasBegun() && stale && (unsent || mayRepeat())) {
            refreshed = true;
            pool.connect(failed, of.times(), this);
            return;
        }
        target = null;
        failed.failed(why, System.nanoTime() - targetNanos);
        notes.failed(failed, FailureCause.of(why));
        if (answers.hasBegun()) {
            answers.brokenOff(from);
            client.abort();
        } else if (!late && retries < of.retries() && (unsent || mayRepeat())) {
            retries++;
            begin(of, failed);
        } else if (late) {
            own.fail(504, "The service did not answer in time.");
        } else {
            own.fail(502, "The service could not be reached, or gave no proper answer.");
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
        Target begun = target;
        target = null;
        if (asking != null) {
            asking.leave();
            asking = null;
        }
        if (awaited != null) {
            awaited.isNotWaitedFor();
            awaited = null;
        }
        if (link != null) {
            answers.brokenOff(link);
            link.close();
            link = null;
        }
        if (begun != null) {
            begun.dropped();
        }
    }
}
