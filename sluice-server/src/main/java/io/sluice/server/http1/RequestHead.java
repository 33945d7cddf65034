package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.sluice.http.HttpRequest;
import io.sluice.http.client.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request, read once into offsets; text is made of it when somebody asks. One object serves all requests of a connection, one after the other: what it says
 * holds until {@link #reset}. For one thread at a time.
 *
 * <p>It takes what can be understood in one way only. Everything else that a server behind might read differently is {@link #bad}, so that bytes that pass on have been
 * checked.
 */
public final class RequestHead implements HttpRequest {
    /** What the bytes so far amount to. */
    public enum Progress {
        MORE,
        WHOLE,
        BAD
    }

    private static final byte[] UPGRADE = "upgrade".getBytes(US_ASCII);
    private static final byte[] WEBSOCKET = "websocket".getBytes(US_ASCII);
    private static final byte[] CONTINUE = "100-continue".getBytes(US_ASCII);
    private static final BadHead EMPTY = BadHead.request("A request starts with a method.");

    private final HeadBytes head;
    private final FieldLines fields;
    private final HeaderText headers;
    private final ConnectionWords connection;
    private final RepeatedText path = new RepeatedText();
    private final RepeatedText host = new RepeatedText();
    private final RequestLine line = new RequestLine();
    private final Framing framing = new Framing();
    private String peer = "";
    private Peer origin = Peer.of("");
    private boolean started;
    /** Whether what is known is of a whole head, until the next one turns out to be another. */
    private boolean known;

    private int hostLine = -1;
    private @Nullable BadHead bad;

    public RequestHead(HeadLimits limits) {
        this.head = new HeadBytes(limits);
        this.fields = new FieldLines(head, limits);
        this.headers = new HeaderText(fields);
        this.connection = new ConnectionWords(fields);
    }

    /** Where the connection comes from, for all its requests. */
    public void peer(String literal) {
        peer = literal;
        origin = Peer.of(literal);
    }

    /** Forgets the request, so that the next can be read. What its head says is kept: many a client asks for the same again. */
    public void reset() {
        head.reset();
        if (!known) {
            forget();
        }
    }

    private void forget() {
        known = false;
        fields.reset();
        line.reset();
        started = false;
        hostLine = -1;
        bad = null;
    }

    /** The whole head as it came. */
    public void copy(ByteBuf out) {
        out.writeBytes(head.bytes, 0, head.next());
    }

    /** Whether no byte of a request has come yet. */
    public boolean isEmpty() {
        return head.isEmpty();
    }

    /** How many bytes of the head have come. */
    public int size() {
        return head.size();
    }

    /** Takes bytes up to the end of the head, and leaves the rest where it is. */
    public Progress read(ByteBuf in) {
        if (known && head.isEmpty() && in.isReadable()) {
            if (head.repeats(in)) {
                in.skipBytes(head.next());
                return Progress.WHOLE;
            }
            forget();
        }
        while (in.isReadable()) {
            int before = head.size();
            int copied = head.copy(in);
            Progress progress = parse();
            if (progress != Progress.MORE) {
                in.skipBytes(progress == Progress.WHOLE ? head.next() - before : copied);
                return progress;
            }
            in.skipBytes(copied);
        }
        return Progress.MORE;
    }

    private Progress parse() {
        if (!started && head.next() == 0 && !Octets.isToken(head.bytes[0]) && head.bytes[0] != '\r') {
            return bad(EMPTY);
        }
        while (head.nextLine()) {
            boolean empty = head.lineStart == head.lineEnd;
            if (empty && started) {
                return finish();
            }
            BadHead wrong = started ? fields.add() : empty ? skip() : start();
            if (wrong != null) {
                return bad(wrong);
            }
        }
        BadHead wrong = head.bad();
        return wrong == null ? Progress.MORE : bad(wrong);
    }

    /** One empty line in front is forgiven: old clients send it behind a body. */
    private @Nullable BadHead skip() {
        if (head.lineStart > 0) {
            return EMPTY;
        }
        head.skipLine();
        return null;
    }

    private @Nullable BadHead start() {
        started = true;
        return line.read(head.bytes, head.lineStart, head.lineEnd);
    }

    private Progress finish() {
        hostLine = fields.find(FieldName.HOST, 0);
        connection.read();
        BadHead wrong = HostCheck.of(fields, hostLine, line.minor);
        if (wrong == null) {
            wrong = framing.ofRequest(fields, line.minor);
        }
        known = wrong == null;
        return wrong == null ? Progress.WHOLE : bad(wrong);
    }

    private Progress bad(BadHead wrong) {
        bad = wrong;
        return Progress.BAD;
    }

    /** Why the head is not taken; null if it is, or may yet be. */
    public @Nullable BadHead bad() {
        return bad;
    }

    public FieldLines fields() {
        return fields;
    }

    /** How its body ends. */
    public Framing framing() {
        return framing;
    }

    public boolean isHttp10() {
        return line.minor == 0;
    }

    /** Whether the client wants to send another request on the connection. */
    public boolean keepAlive() {
        return (!isHttp10() || connection.keepAlive()) && !connection.close();
    }

    /** Whether the client asks for a WebSocket. */
    public boolean asksForWebSocket() {
        int at = fields.find(FieldName.UPGRADE, 0);
        return at >= 0
                && !isHttp10()
                && framing.kind() == Framing.Kind.NONE
                && Octets.same(fields.bytes(), fields.valueStart(at), fields.valueEnd(at), WEBSOCKET)
                && connection.contain(UPGRADE);
    }

    /** Whether the client waits for a word before it sends its body. */
    public boolean expectsContinue() {
        int at = fields.find(FieldName.EXPECT, 0);
        return at >= 0 && !isHttp10() && fields.names(at, CONTINUE);
    }

    /** Whether a field is named by Connection, and ends here with it. */
    public boolean endsHere(int fieldLine) {
        return connection.name(fieldLine);
    }

    @Override
    public String method() {
        return line.method;
    }

    /** The same object as before if the connection asks for the same again. */
    @Override
    public String path() {
        return line.pathStart == line.pathEnd ? emptyPath() : path.of(head.bytes, line.pathStart, line.pathEnd);
    }

    /** Of a URL that ends with its host. */
    private String emptyPath() {
        return line.method.equals("OPTIONS") && line.queryEnd < line.queryStart ? "*" : "/";
    }

    @Override
    public @Nullable String query() {
        return line.queryEnd < line.queryStart
                ? null
                : new String(head.bytes, line.queryStart, line.queryEnd - line.queryStart, ISO_8859_1);
    }

    /** The request line has been read byte by byte. */
    @Override
    public boolean hasPlainQuery() {
        return true;
    }

    /** Of the target if that is a URL, else of the header; null only in HTTP/1.0. */
    @Override
    public @Nullable String host() {
        int from = hostStart();
        int to = hostEnd();
        return from == to ? null : host.of(head.bytes, from, to);
    }

    /** Where the host stands in the bytes of the fields; equal to {@link #hostEnd} if there is none. */
    public int hostStart() {
        return line.hostEnd > line.hostStart || hostLine < 0 ? line.hostStart : fields.valueStart(hostLine);
    }

    public int hostEnd() {
        return line.hostEnd > line.hostStart || hostLine < 0 ? line.hostEnd : fields.valueEnd(hostLine);
    }

    /** Where path and query stand in the bytes of the fields, together; the path may be empty in a URL that has none. */
    public int targetStart() {
        return line.pathStart;
    }

    public int targetEnd() {
        return line.queryEnd;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public Peer origin() {
        return origin;
    }

    @Override
    public List<String> headers(String name) {
        return fields.values(name);
    }

    @Override
    public @Nullable String header(String name) {
        return headers.first(name);
    }

    @Override
    public int count(String name) {
        return headers.count(name);
    }

    @Override
    public boolean hasLines(String name, List<String> lines) {
        return headers.are(name, lines);
    }

    @Override
    public boolean hasUnderscoredHeader() {
        return fields.anyUnderscored();
    }

    @Override
    public Iterable<String> headerNames() {
        return headers.names();
    }
}
