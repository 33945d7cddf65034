package io.sluice.http;

import java.util.List;

/** A request with a few headers that is asked without anything being allocated, as one kept as bytes would be. */
record PlainRequest(String method, String path, String peer, List<String> names, List<List<String>> lines)
        implements HttpRequest {
    static PlainRequest get(String path, String peer) {
        return new PlainRequest(
                "GET",
                path,
                peer,
                List.of("host", "accept", "user-agent"),
                List.of(List.of("app.example"), List.of("*/*"), List.of("test")));
    }

    @Override
    public String query() {
        return null;
    }

    @Override
    public String host() {
        return "app.example";
    }

    @Override
    public List<String> headers(String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return lines.get(i);
            }
        }
        return List.of();
    }

    @Override
    public List<String> headerNames() {
        return names;
    }

    @Override
    public boolean hasLines(String name, List<String> other) {
        List<String> own = headers(name);
        if (own.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < own.size(); i++) {
            if (!own.get(i).equals(other.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean hasUnderscoredHeader() {
        return false;
    }
}
