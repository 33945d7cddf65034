package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.sluice.http.Verdict;
import io.sluice.server.http1.AnswerHead;
import io.sluice.server.http1.AnswerWriter;
import io.sluice.server.http1.BadHead;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.Framing;
import io.sluice.server.http1.RequestHead;
import java.io.IOException;

/** The way back of a request that passes: what its target answers goes to the client as it comes, and is held back while the client does not take it. */
final class AnswerRelay {
    /** Bodies up to this size are copied behind their head, so that both go out in one write. */
    private static final int SMALL = 16_384;

    private final Passage passage;
    private final GatewayHandler client;
    private final GatewayScope gateway;
    private final Wire wire;
    private final RequestNotes notes;
    private final RequestHead request;
    private final Body requestBody;
    private final AnswerCopy copy = new AnswerCopy();
    private boolean begun;
    private boolean keep;

    AnswerRelay(Passage passage, GatewayHandler client, GatewayScope gateway, Wire wire, RequestNotes notes) {
        this.passage = passage;
        this.client = client;
        this.gateway = gateway;
        this.wire = wire;
        this.notes = notes;
        this.request = client.head();
        this.requestBody = client.body();
    }

    void reset() {
        begun = false;
    }

    /** Whether the client has seen something of it, so that another answer would come too late. Hints are no answer yet. */
    boolean hasBegun() {
        return begun;
    }

    void interim(UpstreamConnection from) {
        if (!request.isHttp10()) {
            ByteBuf out = wire.buffer(1_024);
            copy.writeInterim(out, from.head());
            wire.write(out);
            wire.flush();
            holdBack(from);
        }
    }

    /** What follows the head is the first of the body, or of what a tunnel carries. */
    void head(UpstreamConnection from, ByteBuf in) {
        AnswerHead answer = from.head();
        Verdict verdict = notes.verdict();
        if (verdict == null || !isAskedFor(answer)) {
            from.isGone(new IOException("an answer that was not asked for"));
            return;
        }
        begun = true;
        notes.answered(answer.status(), from.target);
        ByteBuf out = wire.buffer(1_024);
        if (answer.status() == 101) {
            copy.writeUpgrade(out, answer, verdict);
            wire.write(out);
            passage.becomeTunnel(from, in);
            return;
        }
        keep = client.keeps() && requestBody.isDone() && answer.framing().kind() != Framing.Kind.CLOSE;
        copy.write(out, answer, verdict, gateway.view(), AnswerWriter.Connection.of(request, keep));
        int length = from.body().follow(in);
        notes.out(length);
        if (length <= SMALL) {
            out.writeBytes(in, length);
            wire.write(out);
        } else {
            wire.write(out);
            wire.write(in.readRetainedSlice(length));
        }
        goOn(from, in);
    }

    private boolean isAskedFor(AnswerHead answer) {
        return answer.status() == 101
                ? request.asksForWebSocket()
                : answer.framing().kind() != Framing.Kind.CHUNKED || !request.isHttp10();
    }

    void body(UpstreamConnection from, ByteBuf in) {
        int length = from.body().follow(in);
        notes.out(length);
        if (length > 0) {
            wire.write(in.readRetainedSlice(length));
        }
        goOn(from, in);
    }

    private void goOn(UpstreamConnection from, ByteBuf in) {
        BadHead bad = from.body().bad();
        if (bad != null) {
            from.isGone(new IOException("not a body: " + bad.detail()));
        } else if (from.body().isDone()) {
            ended(from, !in.isReadable());
        } else {
            holdBack(from);
        }
    }

    private void holdBack(UpstreamConnection from) {
        if (!wire.isWritable()) {
            from.reading(false);
            client.bodyIsDue();
        }
    }

    /** With or without bytes behind it that nobody asked for. */
    void ended(UpstreamConnection from, boolean clean) {
        notes.settle(from.head());
        passage.answered(from, clean);
        client.ended(keep);
    }

    /** Before its end. What it has said of its cost holds: whoever hangs up shortly before the end does not pay less. */
    void brokenOff(UpstreamConnection from) {
        if (notes.status() != 0) {
            notes.settle(from.head());
        }
    }

    void flush() {
        wire.flush();
    }
}
