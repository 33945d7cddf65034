package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The head of an answer, read once into offsets. One object serves all answers of a connection, one after the other. For one thread at a time. */
public final class AnswerHead {
    private static final byte[] HTTP = "HTTP/1.".getBytes(US_ASCII);
    private static final BadHead STATUS_LINE =
            BadHead.request("An answer starts with HTTP/1.0 or HTTP/1.1 and a status of three digits.");

    private final HeadBytes head;
    private final FieldLines fields;
    private final HeaderText headers;
    private final ConnectionWords connection;
    private final Framing framing = new Framing();
    private boolean started;
    private int minor;
    private int status;
    private int lineEnd;
    private @Nullable BadHead bad;

    public AnswerHead(HeadLimits limits) {
        this.head = new HeadBytes(limits);
        this.fields = new FieldLines(head, limits);
        this.headers = new HeaderText(fields);
        this.connection = new ConnectionWords(fields);
    }

    public void reset() {
        head.reset();
        fields.reset();
        started = false;
        bad = null;
    }

    public boolean isEmpty() {
        return head.isEmpty();
    }

    /**
     * Takes bytes up to the end of the head, and leaves the rest where it is.
     *
     * @param toHead whether the request was a HEAD, whose answer has no body whatever it says
     */
    public RequestHead.Progress read(ByteBuf in, boolean toHead) {
        while (in.isReadable()) {
            int before = head.size();
            int copied = head.copy(in);
            RequestHead.Progress progress = parse(toHead);
            if (progress != RequestHead.Progress.MORE) {
                in.skipBytes(progress == RequestHead.Progress.WHOLE ? head.next() - before : copied);
                return progress;
            }
            in.skipBytes(copied);
        }
        return RequestHead.Progress.MORE;
    }

    private RequestHead.Progress parse(boolean toHead) {
        while (head.nextLine()) {
            if (started && head.lineStart == head.lineEnd) {
                connection.read();
                boolean bodiless = toHead || status < 200 || status == 204 || status == 304;
                return finish(framing.ofAnswer(fields, minor, bodiless));
            }
            BadHead wrong = started ? fields.add() : start();
            if (wrong != null) {
                return finish(wrong);
            }
        }
        return head.bad() == null ? RequestHead.Progress.MORE : finish(head.bad());
    }

    private RequestHead.Progress finish(@Nullable BadHead wrong) {
        bad = wrong;
        return wrong == null ? RequestHead.Progress.WHOLE : RequestHead.Progress.BAD;
    }

    private @Nullable BadHead start() {
        started = true;
        byte[] bytes = head.bytes;
        int from = head.lineStart;
        lineEnd = head.lineEnd;
        if (lineEnd - from < 12 || !Octets.equal(bytes, from, from + 7, HTTP) || bytes[from + 8] != ' ') {
            return STATUS_LINE;
        }
        minor = bytes[from + 7] - '0';
        status = 0;
        for (int i = from + 9; i < from + 12; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return STATUS_LINE;
            }
            status = status * 10 + digit;
        }
        boolean ends = lineEnd - from == 12 || bytes[from + 12] == ' ';
        return ends && status >= 100 && (minor == 0 || minor == 1) ? null : STATUS_LINE;
    }

    /** What is wrong; null if nothing is. */
    public @Nullable BadHead bad() {
        return bad;
    }

    public int status() {
        return status;
    }

    /** What follows the version in the status line, in the bytes of the fields. */
    public int statusStart() {
        return 8;
    }

    public int statusEnd() {
        return lineEnd;
    }

    public FieldLines fields() {
        return fields;
    }

    /** The first line of a field; null if there is none. */
    public @Nullable String header(String name) {
        return headers.first(name);
    }

    public Framing framing() {
        return framing;
    }

    /** Whether the connection takes another request afterwards. */
    public boolean keepAlive() {
        return framing.kind() != Framing.Kind.CLOSE && (minor == 0 ? connection.keepAlive() : !connection.close());
    }

    /** Whether a field is named by Connection, and ends here with it. */
    public boolean endsHere(int fieldLine) {
        return connection.name(fieldLine);
    }
}
