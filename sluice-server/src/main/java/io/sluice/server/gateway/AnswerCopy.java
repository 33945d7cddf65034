package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.sluice.http.Verdict;
import io.sluice.http.field.Field;
import io.sluice.server.http1.AnswerHead;
import io.sluice.server.http1.AnswerWriter;
import io.sluice.server.http1.BufferSink;
import io.sluice.server.http1.DateLine;
import io.sluice.server.http1.FieldLines;
import io.sluice.server.http1.FieldName;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The heads of targets' answers as a client gets them: without what ends at that connection, and with how the client stands. */
final class AnswerCopy {
    private static final byte[] HTTP_11 = "HTTP/1.1".getBytes(US_ASCII);
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[] UPGRADED = "Connection: Upgrade\r\n\r\n".getBytes(US_ASCII);

    private final BufferSink sink = new BufferSink();

    void write(ByteBuf out, AnswerHead answer, Verdict verdict, RuleView view, AnswerWriter.Connection connection) {
        FieldLines fields = answer.fields();
        writeLine(out, answer);
        boolean told = !(verdict.personal() && (answer.status() == 401 || answer.status() == 403));
        boolean merged = told && fields.find(FieldName.RATE, 0) >= 0 && merge(out, fields, verdict, view);
        copy(out, answer, merged ? view : null);
        if (told && !merged) {
            verdict.writeFields(sink.to(out));
        }
        if (fields.find(FieldName.DATE, 0) < 0) {
            out.writeBytes(DateLine.bytes());
        }
        connection.end(out);
    }

    /** An answer before the answer. */
    void writeInterim(ByteBuf out, AnswerHead answer) {
        writeLine(out, answer);
        copy(out, answer, null);
        out.writeBytes(LINE_END);
    }

    /** The client has its WebSocket. */
    void writeUpgrade(ByteBuf out, AnswerHead answer, Verdict verdict) {
        writeLine(out, answer);
        copy(out, answer, null);
        verdict.writeFields(sink.to(out));
        out.writeBytes(UPGRADED);
    }

    private static void writeLine(ByteBuf out, AnswerHead answer) {
        out.writeBytes(HTTP_11);
        int start = answer.statusStart();
        out.writeBytes(answer.fields().bytes(), start, answer.statusEnd() - start);
        out.writeBytes(LINE_END);
    }

    /** False where we have nothing to say, so that the target's fields stay as they are. */
    private static boolean merge(ByteBuf out, FieldLines fields, Verdict verdict, RuleView view) {
        List<Field> ours = verdict.fields();
        if (ours.isEmpty()) {
            return false;
        }
        for (Field field : view.upstreamFields().merge(ours, fields::values)) {
            AnswerWriter.field(out, field);
        }
        return true;
    }

    /** Without fields that the view answers for, if there is one. */
    private static void copy(ByteBuf out, AnswerHead answer, @Nullable RuleView without) {
        FieldLines fields = answer.fields();
        int from = 0;
        int size = fields.size();
        for (int line = 0; line < size; line++) {
            if (!passes(answer, fields, line) || (without != null && isMerged(fields, line, without))) {
                fields.copy(out, from, line);
                from = line + 1;
            }
        }
        fields.copy(out, from, size);
    }

    private static boolean isMerged(FieldLines fields, int line, RuleView view) {
        return fields.name(line) == FieldName.RATE
                && view.fieldNames().contains(fields.nameText(line).toLowerCase(Locale.ROOT));
    }

    private static boolean passes(AnswerHead answer, FieldLines fields, int line) {
        FieldName name = fields.name(line);
        return switch (name) {
            case OTHER -> !answer.endsHere(line);
            case UPGRADE -> answer.status() == 101 || answer.status() == 426;
            default -> !name.isHopByHop();
        };
    }
}
