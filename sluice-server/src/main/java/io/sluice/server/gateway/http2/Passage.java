package io.sluice.server.gateway.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.core.Clock;
import io.sluice.http.HttpRequest;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Answer;
import io.sluice.rules.Attribute;
import io.sluice.rules.Rule;
import io.sluice.rules.Ruling;
import io.sluice.server.gateway.access.Exchange;
import io.sluice.server.gateway.upstream.Target;
import io.sluice.server.gateway.upstream.Upstream;
import io.sluice.server.http1.DateLine;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the gateway: it is decided about when its head is there, waits if it has to, and is then answered here or goes on to an upstream. On one
 * event loop; a client may leave at any point.
 */
final class Passage {
    private enum Stage {
        DECIDING,
        WAITING,
        RELAYED,
        OVER
    }

    private final ObjectPath path;
    private final Front front;
    private final HttpRequest request;
    private final String scheme;
    private final long began = System.nanoTime();
    private Stage stage = Stage.DECIDING;
    private @Nullable Verdict verdict;
    private Clock.@Nullable Alarm alarm;
    private @Nullable Relay relay;
    private @Nullable Target failed;
    private @Nullable String error;
    private boolean requestEnded;
    private long bytesIn;

    Passage(ObjectPath path, Front front, HttpRequest request, String scheme) {
        this.path = path;
        this.front = front;
        this.request = request;
        this.scheme = scheme;
    }

    /** Nothing is asked of the rules: something is wrong with the request. */
    void refuse(OwnAnswer answer) {
        path.counts().requestBegan();
        answer(answer);
    }

    /** Decides, and charges. */
    void begin(Rest rest) {
        path.counts().requestBegan();
        requestEnded = rest == Rest.NOTHING;
        path.rules().decide(request, found -> {
            if (front.loop().inEventLoop()) {
                obey(found);
            } else {
                front.loop().execute(() -> obey(found));
            }
        });
    }

    /** A request that has been decided about, and counted as begun, goes on. */
    void begin(Rest rest, Decided decided) {
        requestEnded = rest == Rest.NOTHING;
        verdict = decided.verdict();
        stage = Stage.RELAYED;
        relay(decided.upstream(), decided.verdict()).begin(decided.target());
    }

    private void obey(Verdict found) {
        verdict = found;
        Answer answer = found.answer();
        if (stage == Stage.OVER) {
            found.abandon();
        } else if (answer != null) {
            answer(OwnAnswer.of(answer));
        } else if (found.delayNanos() == 0) {
            goOn(found);
        } else {
            waitFor(found);
        }
    }

    private void waitFor(Verdict found) {
        boolean tooLong = found.delayNanos() > path.settings().longestDelay().toNanos();
        if (tooLong || !path.waiting().tryAcquire()) {
            answer(OwnAnswer.of(found.refuseInsteadOfWaiting()));
            return;
        }
        stage = Stage.WAITING;
        alarm = path.clock()
                .schedule(
                        found.delayNanos(),
                        () -> front.loop().execute(() -> {
                            if (stage == Stage.WAITING) {
                                path.waiting().release();
                                goOn(found);
                            }
                        }));
    }

    private void goOn(Verdict found) {
        stage = Stage.RELAYED;
        RuleView view = path.view();
        String normal = request.path().equals("*") ? "*" : view.paths().of(request.path());
        Upstream upstream = normal == null ? null : path.upstreams().find(request.host(), normal);
        if (upstream == null) {
            failed(null, "no route");
            answer(OwnAnswer.problem(404, "Nothing is served under this host and path."));
            return;
        }
        relay(upstream, found).begin(null);
    }

    private Relay relay(Upstream upstream, Verdict found) {
        HttpHeaders headers = RequestFields.of(request, scheme, found, path.view());
        String query = request.query();
        String target = query == null ? request.path() : request.path() + "?" + query;
        boolean expects = "100-continue".equalsIgnoreCase(request.header("expect"));
        Relay made =
                new Relay(this, path, upstream, new ForwardedHead(request.method(), target, host(), headers, expects));
        relay = made;
        return made;
    }

    private String host() {
        String host = request.host();
        return host == null ? "" : host;
    }

    Front front() {
        return front;
    }

    boolean requestEnded() {
        return requestEnded;
    }

    /** The fields that go on an upstream's answer. */
    void addFields(int status, HttpHeaders headers) {
        date(headers);
        if (verdict != null) {
            AnswerFields.add(status, headers, verdict, path.view().fields());
        }
    }

    /** In every answer, so that one of ours does not stand out. */
    private static void date(HttpHeaders headers) {
        if (!headers.contains("date")) {
            headers.set("date", DateLine.text());
        }
    }

    void requestBody(ByteBuf content) {
        bytesIn += content.readableBytes();
        if (relay == null || stage == Stage.OVER) {
            content.release();
        } else {
            relay.requestBody(content);
        }
    }

    void requestEnd(HttpHeaders trailers) {
        requestEnded = true;
        if (relay != null && stage != Stage.OVER) {
            relay.requestEnd(trailers);
        }
    }

    /** Nothing more of the request comes until {@link Front#read}. */
    void requestPaused() {
        if (relay != null && stage != Stage.OVER) {
            relay.requestPaused();
        }
    }

    /** Whether the client keeps up has changed. */
    void frontWritable() {
        if (relay != null && stage != Stage.OVER) {
            relay.frontWritable();
        }
    }

    /** The client is gone, or has broken the protocol. */
    void left() {
        Relay under = relay;
        if (stage == Stage.WAITING && verdict != null && alarm != null) {
            alarm.cancel();
            path.waiting().release();
            verdict.abandon();
        }
        if (stage != Stage.OVER) {
            if (under != null) {
                under.drop();
            }
            over(under == null ? 0 : under.status(), under);
        }
    }

    /** Instead of an upstream's answer, of which nothing has been sent. */
    void answer(OwnAnswer answer) {
        HttpHeaders headers = answer.headers();
        date(headers);
        int length = request.method().equals("HEAD") ? 0 : answer.body().readableBytes();
        if (length > 0) {
            headers.set("content-length", length);
        }
        front.head(answer.status(), headers, length > 0 ? Rest.FOLLOWS : Rest.NOTHING);
        if (length > 0) {
            front.body(answer.body());
            front.end(EmptyHttpHeaders.INSTANCE);
        }
        over(answer.status(), null, length);
        front.flush();
    }

    /** The target has given no answer, or not a whole one. */
    void failed(@Nullable Target target, String why) {
        failed = target;
        error = why;
    }

    /** A target answers, perhaps after another has failed. */
    void answered() {
        error = null;
    }

    /** The request did not get what it was charged for. */
    void refund(Rule.RefundOn why) {
        if (verdict != null) {
            path.rules().refund(verdict, why);
        }
    }

    /** The upstream's answer has ended, whole or not. */
    void over(int status, @Nullable Relay answered) {
        over(status, answered, answered == null ? 0 : answered.bytesOut());
    }

    private void over(int status, @Nullable Relay answered, long bytesOut) {
        stage = Stage.OVER;
        path.counts().requestEnded(bytesIn, bytesOut);
        Verdict found = verdict;
        Ruling ruling = found == null ? null : found.ruling();
        if (relay != null && ruling != null && !ruling.awaited().isEmpty()) {
            HttpHeaders said = relay.answerHeaders();
            ruling.ended(attribute -> attribute.kind() == Attribute.Kind.HEADER ? said.get(attribute.name()) : null);
        }
        if (path.log().isOn()) {
            path.log().log(new Exchange(
                    request,
                    front.protocol(),
                    found,
                    answered == null ? failed : answered.target(),
                    error,
                    status,
                    bytesIn,
                    bytesOut,
                    System.nanoTime() - began));
        }
    }
}
