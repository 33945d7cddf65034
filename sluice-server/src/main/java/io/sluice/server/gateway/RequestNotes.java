package io.sluice.server.gateway;

import io.sluice.http.Verdict;
import io.sluice.rules.Attribute;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.server.gateway.access.Exchange;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.http1.AnswerHead;
import io.sluice.server.http1.RequestHead;
import org.jspecify.annotations.Nullable;

/** What is noted about a request while it is under way, for the counts, the log and costs that only the answer tells. One object serves all requests of a connection. */
final class RequestNotes {
    private final GatewayScope gateway;
    private final RequestHead request;
    private @Nullable Verdict verdict;
    private @Nullable Target answeredBy;
    private @Nullable String error;
    private boolean settled;
    private int status;
    private long startNanos;
    private long bytesIn;
    private long bytesOut;

    RequestNotes(GatewayScope gateway, RequestHead request) {
        this.gateway = gateway;
        this.request = request;
    }

    /** The head of a request is there. */
    void begin() {
        verdict = null;
        answeredBy = null;
        error = null;
        settled = false;
        status = 0;
        bytesIn = 0;
        bytesOut = 0;
        startNanos = gateway.log.isOn() ? System.nanoTime() : 0;
        gateway.counts.requestBegan();
    }

    void decided(Verdict decided) {
        verdict = decided;
    }

    @Nullable
    Verdict verdict() {
        return verdict;
    }

    /** The rules let it pass, but the application is to answer cheaply. */
    boolean isReduced() {
        Ruling ruling = verdict == null ? null : verdict.ruling();
        return ruling != null && ruling.outcome() == Ruling.Outcome.REDUCED;
    }

    void in(int bytes) {
        bytesIn += bytes;
    }

    void out(int bytes) {
        bytesOut += bytes;
    }

    /** An answer of our own has gone out. */
    void answered(int ownStatus, int length) {
        status = ownStatus;
        bytesOut = length;
    }

    /** The head of a target's answer is there. */
    void answered(int itsStatus, Target target) {
        status = itsStatus;
        answeredBy = target;
        error = null;
        if (itsStatus >= 500) {
            refund(Rule.RefundOn.SERVER_ERROR);
        }
    }

    /** The target has given no answer, or not a whole one. */
    void failed(@Nullable Target target, String why) {
        answeredBy = target;
        error = why;
    }

    /** The request did not get what it was charged for. */
    void refund(Rule.RefundOn why) {
        if (verdict != null) {
            gateway.rules.refund(verdict, why);
        }
    }

    int status() {
        return status;
    }

    /** Once for every request, when all is over. */
    void conclude() {
        gateway.counts.requestEnded(bytesIn, bytesOut);
        settle(null);
        if (gateway.log.isOn()) {
            gateway.log.log(new Exchange(
                    request,
                    request.isHttp10() ? "HTTP/1.0" : "HTTP/1.1",
                    verdict,
                    answeredBy,
                    error,
                    status,
                    bytesIn,
                    bytesOut,
                    System.nanoTime() - startNanos));
        }
        verdict = null;
    }

    /** Costs that only the answer knows; without an answer there is nothing more to know. */
    void settle(@Nullable AnswerHead answer) {
        Ruling ruling = verdict == null ? null : verdict.ruling();
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
