package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.rules.Rule;
import io.sluice.server.gateway.upstream.ConnectionLimitException;
import io.sluice.server.gateway.upstream.FailureCause;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Unavailability;
import io.sluice.server.gateway.upstream.Upstream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that has passed, between its client and a target: both bodies flow as fast as the slower side takes them, and nothing is kept but what the two sides' windows hold.
 * Every target that was begun is told once how it went.
 */
final class Relay implements Answering {
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE");

    private final Passage passage;
    private final ObjectPath path;
    private final Front front;
    private final Upstream upstream;
    private final ForwardedHead head;
    private final Patience patience;
    private final HeldBody held = new HeldBody();
    private @Nullable Target target;
    /** The target that has been begun and not yet told how it went. */
    private @Nullable Target untold;

    private @Nullable Back back;
    private @Nullable BackRequest asking;
    private long attemptBegan;
    private int retries;
    private boolean refreshed;
    private boolean bodySent;
    private int status;
    private long bytesOut;
    private HttpHeaders answerHeaders = EmptyHttpHeaders.INSTANCE;

    Relay(Passage passage, ObjectPath path, Upstream upstream, ForwardedHead head) {
        this.passage = passage;
        this.path = path;
        this.front = passage.front();
        this.upstream = upstream;
        this.head = head;
        this.patience = new Patience(front.loop(), this::tooLate);
    }

    @Nullable
    Target target() {
        return target;
    }

    /** Of the upstream's answer; 0 before that. */
    int status() {
        return status;
    }

    long bytesOut() {
        return bytesOut;
    }

    HttpHeaders answerHeaders() {
        return answerHeaders;
    }

    /** With this target, which has been begun; null for any. */
    void begin(@Nullable Target chosen) {
        attempt(chosen == null ? upstream.begin(null) : chosen, Backs.Choice.ANY);
    }

    private void attempt(@Nullable Target chosen, Backs.Choice choice) {
        attemptBegan = System.nanoTime();
        target = chosen;
        untold = chosen;
        back = null;
        if (chosen == null) {
            if (retries == 0 && !refreshed) {
                passage.refund(Rule.RefundOn.BREAKER);
                Unavailability why = upstream.unavailability();
                passage.failed(why.target(), why.cause());
            }
            answerInstead(OwnAnswer.unavailable(upstream.retryAfterSeconds()));
        } else {
            BackRequest request = new BackRequest(chosen, upstream.times(), this);
            asking = request;
            path.backs().open(front.loop(), request, choice);
        }
    }

    @Override
    public void ready(Back found) {
        if (untold == null) {
            found.leave();
            return;
        }
        back = found;
        boolean whole = passage.requestEnded() && held.isEmpty();
        found.head(head, whole ? Rest.NOTHING : Rest.FOLLOWS);
        sendHeld(found);
        found.flush();
        found.read();
        if (passage.requestEnded()) {
            patience.begin(upstream.times().answer());
        } else {
            patience.begin(path.settings().bodyIdle().toMillis());
            if (head.expectsContinue()) {
                front.interim(100, EmptyHttpHeaders.INSTANCE);
                front.flush();
            }
            front.read();
        }
    }

    private void sendHeld(Back to) {
        if (!held.isEmpty()) {
            bodySent = true;
            held.moveTo(to);
        }
    }

    void requestBody(ByteBuf content) {
        if (back == null) {
            held.add(content);
            return;
        }
        bodySent = true;
        patience.renew();
        back.body(content);
    }

    void requestEnd(HttpHeaders trailers) {
        if (back != null) {
            bodySent = true;
            back.end(trailers);
            back.flush();
            if (status == 0) {
                patience.begin(upstream.times().answer());
            }
        } else {
            held.end(trailers);
        }
    }

    void requestPaused() {
        if (back != null) {
            back.flush();
            backWritable();
        }
    }

    @Override
    public void backWritable() {
        if (back != null && back.isWritable() && !passage.requestEnded()) {
            front.read();
        }
    }

    void frontWritable() {
        if (back != null && front.isWritable()) {
            back.read();
        }
    }

    @Override
    public void interim(int interimStatus, HttpHeaders headers) {
        patience.renew();
        ConnectionFields.remove(headers);
        front.interim(interimStatus, headers);
        front.flush();
    }

    @Override
    public void answered(int finalStatus, HttpHeaders headers, Rest rest) {
        status = finalStatus;
        answerHeaders = headers.copy();
        if (finalStatus >= 500) {
            passage.refund(Rule.RefundOn.SERVER_ERROR);
        }
        passage.answered();
        passage.addFields(finalStatus, headers);
        patience.begin(upstream.times().idle());
        front.head(finalStatus, headers, rest);
        if (rest == Rest.NOTHING) {
            finish();
        }
    }

    @Override
    public void answerBody(ByteBuf content) {
        bytesOut += content.readableBytes();
        patience.renew();
        front.body(content);
    }

    @Override
    public void answerEnd(HttpHeaders trailers) {
        front.end(trailers);
        finish();
    }

    @Override
    public void answerPaused() {
        front.flush();
        frontWritable();
    }

    private void finish() {
        patience.stop();
        leaveBack();
        if (untold != null) {
            long nanos = System.nanoTime() - attemptBegan;
            untold.succeeded(status, nanos);
            untold = null;
            path.counts().targetAnswered(nanos);
        }
        passage.over(status, this);
        front.flush();
    }

    @Override
    public void broken(Throwable cause) {
        Target failed = untold;
        boolean again = mayRepeat(cause);
        boolean stale = back != null && (back.isReused() || cause instanceof NotSeenException) && !refreshed;
        patience.stop();
        leaveBack();
        untold = null;
        if (failed == null) {
            return;
        }
        passage.failed(failed, FailureCause.of(cause));
        if (cause instanceof ConnectionLimitException) {
            failed.dropped();
            answerInstead(OwnAnswer.unavailable(1));
            return;
        }
        if (status == 0 && stale && again) {
            refreshed = true;
            failed.dropped();
            attempt(upstream.begin(null), Backs.Choice.FRESH);
            return;
        }
        failed.failed(cause, System.nanoTime() - attemptBegan);
        if (status != 0) {
            front.abort();
            passage.over(status, this);
        } else if (again && retries < upstream.retries()) {
            retries++;
            attempt(upstream.begin(failed), Backs.Choice.ANY);
        } else {
            answerInstead(answerTo(cause));
        }
    }

    private void answerInstead(OwnAnswer answer) {
        held.drop();
        passage.answer(answer);
    }

    private static OwnAnswer answerTo(Throwable cause) {
        boolean late = cause instanceof SocketTimeoutException || cause instanceof ConnectTimeoutException;
        return late
                ? OwnAnswer.problem(504, "The server behind this gateway has not answered in time.")
                : OwnAnswer.problem(502, "The server behind this gateway has not given a whole answer.");
    }

    /** Without a connection nothing was sent. */
    private boolean mayRepeat(Throwable cause) {
        boolean unseen = back == null || cause instanceof NotSeenException;
        return !bodySent && (unseen || IDEMPOTENT.contains(head.method()));
    }

    private void tooLate() {
        if (status == 0 && !passage.requestEnded() && back != null && back.isWritable()) {
            drop();
            passage.answer(OwnAnswer.problem(408, "The body of the request has not come in time."));
        } else if (status == 0) {
            retries = upstream.retries();
            refreshed = true;
            broken(new SocketTimeoutException("timeout awaiting head"));
        } else if (front.isWritable()) {
            broken(new IOException("timeout in the answer"));
        } else {
            drop();
            front.abort();
            passage.over(status, this);
        }
    }

    /** The client has left, or is given up. */
    void drop() {
        patience.stop();
        held.drop();
        if (asking != null && back == null) {
            asking.leave();
        }
        asking = null;
        leaveBack();
        if (untold != null) {
            untold.dropped();
            untold = null;
        }
    }

    private void leaveBack() {
        Back left = back;
        back = null;
        if (left != null) {
            left.leave();
        }
    }
}
