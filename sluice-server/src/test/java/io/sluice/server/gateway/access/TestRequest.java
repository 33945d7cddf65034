package io.sluice.server.gateway.access;

import io.sluice.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that is made by hand. */
record TestRequest(
        String method,
        String path,
        @Nullable String query,
        @Nullable String host,
        String peer,
        Map<String, String> lines)
        implements HttpRequest {
    static TestRequest get(String path) {
        return new TestRequest("GET", path, "secret=1", "api.example.com", "203.0.113.9", Map.of());
    }

    @Override
    public List<String> headers(String name) {
        String line = lines.get(name.toLowerCase(Locale.ROOT));
        return line == null ? List.of() : List.of(line);
    }

    @Override
    public Iterable<String> headerNames() {
        return lines.keySet();
    }
}
