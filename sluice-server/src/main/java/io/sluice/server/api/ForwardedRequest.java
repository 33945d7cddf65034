package io.sluice.server.api;

import io.sluice.http.HttpRequest;
import io.sluice.http.path.QueryText;
import io.sluice.server.http1.FieldLines;
import io.sluice.server.http1.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request that a proxy asks about. Where it goes is said by the path behind {@code /v1/authorize} (Envoy), by X-Forwarded-Uri (Caddy, Traefik) or by X-Original-URI (nginx);
 * all other headers are the client's own. One object serves all requests of a connection.
 *
 * <p>Proxies pass on what a client sends under a name that they do not set themselves. So a request that has both headers, or one of them twice, is not taken: a client could
 * otherwise choose which path it is counted under.
 */
final class ForwardedRequest implements HttpRequest {
    static final String PATH = "/v1/authorize";
    private static final int REFUSED = 429;

    private final RequestHead head;
    private final Spoken forwarded = new Spoken("X-Forwarded-Uri", "X-Forwarded-Method", "X-Forwarded-Host");
    private final Spoken original = new Spoken("X-Original-URI", "X-Original-Method", "Host");
    private String method = "";
    private @Nullable String target;
    private String path = "";
    private @Nullable String query;
    private boolean plainQuery;
    private @Nullable String host;
    private int denyStatus;

    /** The headers that a kind of proxy tells of the request in. */
    private record Spoken(LineText target, LineText method, LineText host) {
        Spoken(String target, String method, String host) {
            this(new LineText(target), new LineText(method), new LineText(host));
        }
    }

    ForwardedRequest(RequestHead head) {
        this.head = head;
    }

    /** Whether a path asks about another request. */
    static boolean isAskedBy(String path) {
        return path.startsWith(PATH) && (path.length() == PATH.length() || path.charAt(PATH.length()) == '/');
    }

    /** Reads what the head says; null, or what is wrong with it. */
    @Nullable
    Problem read() {
        readDenyStatus();
        if (head.path().length() > PATH.length()) {
            method = head.method();
            target = null;
            path = head.path().substring(PATH.length());
            query = head.query();
            plainQuery = true;
            host = head.host();
            return null;
        }
        int toldForwarded = forwarded.target.count(head.fields());
        int toldOriginal = original.target.count(head.fields());
        if (toldForwarded + toldOriginal != 1) {
            return Problem.of(
                    400,
                    "It must be said once where the request goes: in X-Forwarded-Uri, in X-Original-URI, or behind "
                            + PATH + ".");
        }
        return read(toldForwarded == 1 ? forwarded : original);
    }

    private @Nullable Problem read(Spoken spoken) {
        FieldLines fields = head.fields();
        if (spoken.method.count(fields) > 1) {
            return Problem.of(400, "More than one " + spoken.method.name() + " was sent; send it once.");
        }
        readTarget(String.valueOf(spoken.target.of(fields)));
        String said = spoken.method.of(fields);
        method = said == null ? head.method() : said;
        String saidHost = spoken.host.of(fields);
        host = saidHost == null ? head.host() : saidHost;
        return null;
    }

    @SuppressWarnings("ReferenceEquality") // the same object comes for the same target, and others are read anew
    private void readTarget(String said) {
        if (said == target) {
            return;
        }
        int mark = said.indexOf('?');
        target = said;
        path = mark < 0 ? said : said.substring(0, mark);
        query = mark < 0 ? null : said.substring(mark + 1);
        plainQuery = query == null || QueryText.isPlain(query);
    }

    /**
     * The first counts: behind it, or instead of it, may stand what the client sent; so what is no status of a refusal is left alone. Behind a path, all of the query is the
     * client's.
     */
    private void readDenyStatus() {
        denyStatus = 0;
        String asked = head.path().length() == PATH.length() ? head.query() : null;
        List<String> values = asked == null ? List.of() : QueryText.values(asked, "deny_status");
        if (!values.isEmpty() && values.get(0).matches("4[0-9][0-9]")) {
            denyStatus = Integer.parseInt(values.get(0));
        }
    }

    /**
     * The status of a refusal that would have another: never one that a proxy takes for leave to go on. By 5xx it takes us for out of order, and many let requests pass then.
     */
    int refusalStatus(int usual) {
        if (denyStatus != 0) {
            return denyStatus;
        }
        return usual >= 400 && usual < 500 ? usual : REFUSED;
    }

    /**
     * What a proxy is told about a request that cannot be read to its end. It is refused as others are: by a status that it does not know, a proxy may take us for out of order,
     * and let the request go on.
     */
    Problem unread(Problem why) {
        readDenyStatus();
        return Problem.of(refusalStatus(why.status()), why.detail());
    }

    /** Whether refusals have the status that they always have. */
    boolean hasUsualStatus() {
        return denyStatus == 0;
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public @Nullable String query() {
        return query;
    }

    @Override
    public boolean hasPlainQuery() {
        return plainQuery;
    }

    @Override
    public @Nullable String host() {
        return host;
    }

    @Override
    public String peer() {
        return head.peer();
    }

    /** Its proxy waits for us, and not for long. */
    @Override
    public boolean canWait() {
        return false;
    }

    @Override
    public List<String> headers(String name) {
        return head.headers(name);
    }

    @Override
    public Iterable<String> headerNames() {
        return head.headerNames();
    }

    @Override
    public @Nullable String header(String name) {
        return head.header(name);
    }

    @Override
    public int count(String name) {
        return head.count(name);
    }

    @Override
    public boolean hasLines(String name, List<String> lines) {
        return head.hasLines(name, lines);
    }

    @Override
    public boolean hasUnderscoredHeader() {
        return head.hasUnderscoredHeader();
    }
}
