package io.sluice.cli.rules;

import io.sluice.http.path.PathNormal;
import io.sluice.http.path.PathReadings;
import io.sluice.http.path.QueryText;
import io.sluice.rules.Attribute;
import io.sluice.rules.Attribute.Kind;
import io.sluice.rules.Attributes;
import io.sluice.rules.PathSettings;
import io.sluice.rules.RuleEngine;
import io.sluice.rules.list.Address;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A request from the command line. */
record Asked(String text, Attributes attributes) {
    private static final Pattern METHOD = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /**
     * Reads {@code POST /login} and {@code ip=203.0.113.9}.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be right
     */
    static Asked read(String request, List<String> named, RuleEngine engine) {
        int blank = request.indexOf(' ');
        String method = blank < 0 ? "GET" : request.substring(0, blank);
        String target = request.substring(blank + 1).trim();
        int mark = target.indexOf('?');
        String query = mark < 0 ? "" : target.substring(mark + 1);
        if (!METHOD.matcher(method).matches()) {
            throw new IllegalArgumentException("'" + method + "' is no method; give a request such as 'POST /login'");
        }
        Map<Attribute, String> values = new HashMap<>();
        values.put(Attribute.METHOD, method);
        String raw = mark < 0 ? target : target.substring(0, mark);
        values.put(Attribute.PATH, path(raw, engine.rules().paths()));
        named.forEach(pair -> put(pair, values));
        Attributes attributes = attribute -> values.containsKey(attribute)
                ? values.get(attribute)
                : attribute.kind() == Kind.QUERY ? first(QueryText.values(query, attribute.name())) : null;
        if (!PathReadings.agree(raw, attributes, engine)) {
            throw ambiguous(raw);
        }
        return new Asked((method + " " + target + " " + String.join(" ", named)).trim(), attributes);
    }

    private static String path(String raw, PathSettings paths) {
        String path = new PathNormal(paths).of(raw);
        if (path == null) {
            throw raw.startsWith("/")
                    ? ambiguous(raw)
                    : new IllegalArgumentException("'" + raw + "' is no path; give a request such as 'POST /login'");
        }
        return path;
    }

    private static IllegalArgumentException ambiguous(String raw) {
        return new IllegalArgumentException("the path " + raw + " is ambiguous, and would be answered 400");
    }

    private static void put(String pair, Map<Attribute, String> values) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("'" + pair + "' is no attribute; give one such as ip=203.0.113.9");
        }
        Attribute attribute = Attribute.of(pair.substring(0, equals));
        String value = pair.substring(equals + 1);
        if (value.isEmpty()) {
            throw new IllegalArgumentException("'" + pair + "' has no value; leave it out, or write " + pair + "VALUE");
        }
        if (attribute.equals(Attribute.IP)) {
            checkAddress(pair, value);
        }
        values.put(attribute, value);
    }

    private static void checkAddress(String pair, String value) {
        try {
            var unused = Address.parse(value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + pair + "': " + e.getMessage(), e);
        }
    }

    @org.jspecify.annotations.Nullable
    private static String first(List<String> values) {
        return values.isEmpty() ? null : values.get(0);
    }
}
