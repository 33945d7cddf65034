package io.sluice.server.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.sluice.http.Verdict;
import io.sluice.http.answer.Answer;
import io.sluice.http.field.Field;
import io.sluice.http.field.FieldSink;
import io.sluice.rules.Ruling;
import io.sluice.server.http1.AnswerWriter;
import io.sluice.server.http1.AnswerWriter.Connection;
import io.sluice.server.http1.DateLine;
import io.sluice.server.http1.RequestHead;
import org.jspecify.annotations.Nullable;

/** Writes what a proxy is told about a request: 200 if it may go on, else a status that stops it; rate fields in either case. */
final class AuthorizeAnswer implements FieldSink {
    private static final byte[] OK = "HTTP/1.1 200 OK\r\n".getBytes(US_ASCII);
    private static final byte[] EMPTY = "Content-Length: 0\r\n".getBytes(US_ASCII);
    private static final Field REDUCED = new Field("X-RateLimit-Reduced", "true");
    /** Where the first digit of the status stands in an answer. */
    private static final int STATUS = 9;

    private final RequestHead head;
    private final ForwardedRequest request;
    private @Nullable ByteBuf out;

    AuthorizeAnswer(RequestHead head, ForwardedRequest request) {
        this.head = head;
        this.request = request;
    }

    void write(Verdict verdict, ByteBuf to, boolean keep) {
        if (verdict.passes()) {
            pass(verdict, to, keep);
        } else if (!stopAsItIs(verdict, to, keep)) {
            Answer answer = verdict.answer();
            if (answer != null) {
                refuse(answer, to, keep);
            }
        }
    }

    private void pass(Verdict verdict, ByteBuf to, boolean keep) {
        to.writeBytes(OK);
        out = to;
        verdict.writeFields(this);
        out = null;
        Ruling ruling = verdict.ruling();
        if (ruling != null && ruling.outcome() == Ruling.Outcome.REDUCED) {
            AnswerWriter.field(to, REDUCED);
        }
        to.writeBytes(DateLine.bytes());
        to.writeBytes(EMPTY);
        Connection.of(head, keep).end(to);
    }

    /** The prepared bytes, where they are what has to be sent: with a status that stops a request, which only 4xx does. */
    private boolean stopAsItIs(Verdict verdict, ByteBuf to, boolean keep) {
        if (!request.hasUsualStatus()
                || head.isHttp10()
                || head.method().equals("HEAD") != request.method().equals("HEAD")) {
            return false;
        }
        byte[] bytes = verdict.answerBytes(keep, DateLine.bytes());
        if (bytes == null || bytes[STATUS] != '4') {
            return false;
        }
        to.writeBytes(bytes);
        return true;
    }

    private void refuse(Answer answer, ByteBuf to, boolean keep) {
        Answer told = answer.under(request.refusalStatus(answer.status()));
        AnswerWriter.write(to, head, told.status(), told.fields(), told.body(), Connection.of(head, keep));
    }

    @Override
    public void bytes(byte[] text) {
        if (out != null) {
            out.writeBytes(text);
        }
    }

    @Override
    public void number(long value) {
        if (out != null) {
            AnswerWriter.number(out, value);
        }
    }
}
