package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.sluice.http.field.Field;
import java.util.List;

/** Writes answers of our own. */
public final class AnswerWriter {
    /** What the client is told about the connection. */
    public enum Connection {
        /** It stays, which needs no word. */
        KEPT("\r\n"),
        /** It stays; a client of HTTP/1.0 has to be told. */
        SAID_TO_BE_KEPT("Connection: keep-alive\r\n\r\n"),
        CLOSED("Connection: close\r\n\r\n");

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
        private final byte[] end;

        Connection(String end) {
            this.end = end.getBytes(US_ASCII);
        }

        /** As the client asked for. */
        public static Connection of(RequestHead request, boolean keep) {
            return !keep ? CLOSED : request.isHttp10() ? SAID_TO_BE_KEPT : KEPT;
        }

        /** Writes the line, and the empty one that ends a head. */
        public void end(ByteBuf out) {
            out.writeBytes(end);
        }
    }

    private static final byte[] CONTENT_LENGTH = "Content-Length: ".getBytes(US_ASCII);
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[][] STATUS_LINES = new byte[600][];

    static {
        for (int status = 100; status < STATUS_LINES.length; status++) {
            String reason = HttpResponseStatus.valueOf(status).reasonPhrase();
            STATUS_LINES[status] = ("HTTP/1.1 " + status + " " + reason + "\r\n").getBytes(US_ASCII);
        }
    }

    private AnswerWriter() {}

    /**
     * A whole answer with Date and Content-Length; to a HEAD without body and length.
     *
     * @return how many bytes of a body it has
     */
    public static int write(
            ByteBuf out, RequestHead request, int status, List<Field> fields, byte[] body, Connection connection) {
        start(out, status);
        for (int i = 0; i < fields.size(); i++) {
            field(out, fields.get(i));
        }
        out.writeBytes(DateLine.bytes());
        boolean bodiless = request.method().equals("HEAD") || status == 204 || status == 304;
        if (!bodiless) {
            out.writeBytes(CONTENT_LENGTH);
            number(out, body.length);
            out.writeBytes(LINE_END);
        }
        connection.end(out);
        if (bodiless) {
            return 0;
        }
        out.writeBytes(body);
        return body.length;
    }

    /** The status line. */
    public static void start(ByteBuf out, int status) {
        out.writeBytes(STATUS_LINES[status]);
    }

    public static void field(ByteBuf out, Field field) {
        out.writeCharSequence(field.name(), US_ASCII);
        out.writeByte(':').writeByte(' ');
        out.writeCharSequence(field.value(), ISO_8859_1);
        out.writeBytes(LINE_END);
    }

    /** In decimal digits. */
    public static void number(ByteBuf out, long value) {
        if (value < 0) {
            ByteBufUtil.writeAscii(out, Long.toString(value));
        } else if (value < 10) {
            out.writeByte('0' + (int) value);
        } else {
            int digits = digits(value);
            out.ensureWritable(digits);
            int at = out.writerIndex() + digits;
            out.writerIndex(at);
            for (long rest = value; at > out.writerIndex() - digits; rest /= 10) {
                out.setByte(--at, '0' + (int) (rest % 10));
            }
        }
    }

    private static int digits(long value) {
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
