package io.sluice.cli.rules;

import io.sluice.http.path.PathNormal;
import io.sluice.http.path.QueryText;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attribute.Kind;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A request from the command line. */
record Asked(String text, Attributes attributes) {
    /**
     * Reads {@code POST /login} and {@code ip=203.0.113.9}.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be right
     */
    static Asked read(String request, List<String> named, PathSettings paths) {
        int blank = request.indexOf(' ');
        String method = blank < 0 ? "GET" : request.substring(0, blank);
        String target = request.substring(blank + 1).trim();
        int mark = target.indexOf('?');
        String query = mark < 0 ? "" : target.substring(mark + 1);
        Map<Attribute, String> values = new HashMap<>();
        values.put(Attribute.METHOD, method);
        values.put(Attribute.PATH, path(mark < 0 ? target : target.substring(0, mark), paths));
        named.forEach(pair -> put(pair, values));
        Attributes attributes = attribute -> values.containsKey(attribute)
                ? values.get(attribute)
                : attribute.kind() == Kind.QUERY ? first(QueryText.values(query, attribute.name())) : null;
        return new Asked((method + " " + target + " " + String.join(" ", named)).trim(), attributes);
    }

    private static String path(String raw, PathSettings paths) {
        String path = new PathNormal(paths).of(raw);
        if (path == null) {
            throw new IllegalArgumentException(
                    raw.startsWith("/")
                            ? "the path " + raw + " is ambiguous, and would be answered 400"
                            : "'" + raw + "' is no path; give a request such as 'POST /login'");
        }
        return path;
    }

    private static void put(String pair, Map<Attribute, String> values) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("'" + pair + "' is no attribute; give one such as ip=203.0.113.9");
        }
        values.put(Attribute.of(pair.substring(0, equals)), pair.substring(equals + 1));
    }

    @org.jspecify.annotations.Nullable
    private static String first(List<String> values) {
        return values.isEmpty() ? null : values.get(0);
    }
}
