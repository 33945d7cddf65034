package io.sluice.cli.rules;

import io.sluice.http.HttpRequest;
import io.sluice.rules.list.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An HTTP request from the command line, as a door would see it. */
final class WrittenRequest implements HttpRequest {
    private final String method;
    private final String target;
    private final String peer;
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** @throws IllegalArgumentException with what is wrong, and what would be right */
    WrittenRequest(String request, String peer, List<String> headerLines) {
        int blank = request.indexOf(' ');
        this.method = blank < 0 ? "GET" : request.substring(0, blank);
        this.target = request.substring(blank + 1).trim();
        this.peer = peer;
        if (Address.of(peer) == null) {
            throw new IllegalArgumentException("'" + peer + "' is no address; give one such as --from 203.0.113.9");
        }
        headerLines.forEach(this::add);
    }

    private void add(String line) {
        int colon = line.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("'" + line + "' is no header; give one such as -H 'X-User: ann'");
        }
        headers.computeIfAbsent(line.substring(0, colon).trim(), name -> new ArrayList<>())
                .add(line.substring(colon + 1).trim());
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String path() {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    @Override
    public @Nullable String query() {
        int mark = target.indexOf('?');
        return mark < 0 ? null : target.substring(mark + 1);
    }

    @Override
    public @Nullable String host() {
        return header("Host");
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public List<String> headers(String name) {
        return headers.getOrDefault(name, List.of());
    }

    @Override
    public Iterable<String> headerNames() {
        return headers.keySet();
    }

    /** {@code GET /login from 203.0.113.9 with X-User: ann}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(method + " " + target + " from " + peer);
        headers.forEach((name, lines) -> lines.forEach(line -> text.append(text.indexOf(" with ") < 0 ? " with " : ", ")
                .append(name)
                .append(": ")
                .append(line)));
        return text.toString();
    }
}
