package io.sluice.server.gateway;

import io.netty.buffer.ByteBuf;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Answer;
import io.sluice.http.field.Field;
import io.sluice.server.http1.AnswerWriter;
import io.sluice.server.http1.Body;
import io.sluice.server.http1.Framing;
import io.sluice.server.http1.RequestHead;
import java.util.List;

/** The answers that a client gets from the gateway itself. Each ends its request. */
final class OwnAnswers {
    /** Bodies up to this size are read and forgotten if their request was answered without them. */
    private static final long SKIPPED = 65_536;

    private final GatewayHandler client;
    private final Wire wire;
    private final RequestHead head;
    private final Body body;
    private final RequestNotes notes;
    /** Mostly the next one too: then its body need not be looked for again. */
    private byte[] lastRefusal = {};

    private int lastBodyLength;

    OwnAnswers(GatewayHandler client, Wire wire, RequestNotes notes) {
        this.client = client;
        this.wire = wire;
        this.head = client.head();
        this.body = client.body();
        this.notes = notes;
    }

    /** What the rules say, as bytes if the client needs no word about the connection. */
    void refuse(Verdict verdict) {
        boolean keep = keeps();
        byte[] bytes = head.isHttp10() ? null : verdict.answerBytes(keep, client.date());
        Answer answer = bytes == null ? verdict.answer() : null;
        if (bytes != null) {
            wire.write(wire.holding(bytes));
            notes.answered(statusOf(bytes), bodyLength(bytes));
            client.ended(keep);
        } else if (answer != null) {
            send(answer);
        }
    }

    private int bodyLength(byte[] answer) {
        if (answer != lastRefusal) {
            lastRefusal = answer;
            lastBodyLength = answer.length - headLength(answer);
        }
        return lastBodyLength;
    }

    private static int headLength(byte[] answer) {
        int at = 0;
        while (answer[at] != '\r' || answer[at + 2] != '\r') {
            at++;
        }
        return at + 4;
    }

    private static int statusOf(byte[] answer) {
        return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
    }

    void send(Answer answer) {
        send(answer.status(), answer.fields(), answer.body(), keeps());
    }

    /** Something went wrong behind us. */
    void fail(int status, String detail) {
        send(status, Problem.fields(status), Problem.body(status, detail), keeps());
    }

    void failFor(long retryAfterSeconds, String detail) {
        send(503, Problem.fields(retryAfterSeconds), Problem.body(503, detail), keeps());
    }

    /** Something is wrong with the request, so that nothing can follow it. */
    void failForGood(int status, String detail) {
        send(status, Problem.fields(status), Problem.body(status, detail), false);
    }

    /** Whether the connection may stay though the target does not take the request's body. */
    private boolean keeps() {
        return client.keeps() && (body.isDone() || canSkipBody());
    }

    private boolean canSkipBody() {
        return !head.expectsContinue()
                && head.framing().kind() == Framing.Kind.LENGTH
                && head.framing().length() <= SKIPPED;
    }

    private void send(int status, List<Field> fields, byte[] text, boolean keep) {
        ByteBuf out = wire.buffer(1_024);
        int length = AnswerWriter.write(out, head, status, fields, text, AnswerWriter.Connection.of(head, keep));
        wire.write(out);
        notes.answered(status, length);
        client.ended(keep);
    }
}
