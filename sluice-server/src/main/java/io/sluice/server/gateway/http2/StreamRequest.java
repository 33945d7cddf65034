package io.sluice.server.gateway.http2;

import io.netty.handler.codec.http2.Http2Headers;
import io.sluice.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The head of an HTTP/2 stream as the rules see it; {@link StreamChecks} has found it to be right. */
final class StreamRequest implements HttpRequest {
    private final Http2Headers headers;
    private final String target;
    private final int question;
    private final String peer;

    StreamRequest(Http2Headers headers, String peer) {
        this.headers = headers;
        this.target = String.valueOf(headers.path());
        this.question = target.indexOf('?');
        this.peer = peer;
    }

    /** Path and query. */
    String target() {
        return target;
    }

    Http2Headers fields() {
        return headers;
    }

    @Override
    public String method() {
        return String.valueOf(headers.method());
    }

    @Override
    public String path() {
        return question < 0 ? target : target.substring(0, question);
    }

    @Override
    public @Nullable String query() {
        return question < 0 ? null : target.substring(question + 1);
    }

    /** {@link StreamChecks} has seen to it. */
    @Override
    public boolean hasPlainQuery() {
        return true;
    }

    @Override
    public @Nullable String host() {
        CharSequence authority = headers.authority();
        CharSequence host = authority == null ? headers.get("host") : authority;
        return host == null ? null : host.toString();
    }

    @Override
    public String peer() {
        return peer;
    }

    /** Cookies come as one line, however many fields they were sent in. */
    @Override
    public List<String> headers(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<CharSequence> lines = headers.getAll(lower);
        if (lines.isEmpty()) {
            return lower.equals("host") && host() != null ? List.of(String.valueOf(host())) : List.of();
        }
        if (lower.equals("cookie")) {
            return List.of(String.join("; ", lines));
        }
        List<String> texts = new ArrayList<>(lines.size());
        lines.forEach(line -> texts.add(line.toString()));
        return texts;
    }

    @Override
    public Iterable<String> headerNames() {
        Set<String> names = new LinkedHashSet<>();
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            if (field.getKey().charAt(0) != ':') {
                names.add(field.getKey().toString());
            }
        }
        return names;
    }
}
