package io.sluice.rules;

import java.util.Locale;

/**
 * The name of something known about a request: {@code ip}, {@code header.user-agent}, {@code query.limit}.
 *
 * @param name without the prefix; of a header in lower case, because there case says nothing
 */
public record Attribute(Kind kind, String name) {
    /** Where a door finds it. */
    public enum Kind {
        METHOD,
        PATH,
        HOST,
        IP,
        PLAN,
        HEADER,
        COOKIE,
        QUERY,
        /** The pattern of the rule that matched: known to the engine only. */
        ENDPOINT,
        /** Who asks, as the rule file's {@code clients} say, such as user or api-key; a path variable; or whatever else a door brings. */
        NAMED
    }

    public static final Attribute METHOD = new Attribute(Kind.METHOD, "method");
    public static final Attribute PATH = new Attribute(Kind.PATH, "path");
    public static final Attribute HOST = new Attribute(Kind.HOST, "host");
    public static final Attribute IP = new Attribute(Kind.IP, "ip");
    public static final Attribute PLAN = new Attribute(Kind.PLAN, "plan");
    public static final Attribute ENDPOINT = new Attribute(Kind.ENDPOINT, "endpoint");
    public static final Attribute USER = new Attribute(Kind.NAMED, "user");
    public static final Attribute API_KEY = new Attribute(Kind.NAMED, "api-key");

    /** Reads the form that rule files use. */
    public static Attribute of(String text) {
        int dot = text.indexOf('.');
        String rest = text.substring(dot + 1);
        return switch (dot < 0 ? text : text.substring(0, dot)) {
            case "method" -> METHOD;
            case "path" -> PATH;
            case "host" -> HOST;
            case "ip" -> IP;
            case "plan" -> PLAN;
            case "endpoint" -> ENDPOINT;
            case "header" -> new Attribute(Kind.HEADER, rest.toLowerCase(Locale.ROOT));
            case "cookie" -> new Attribute(Kind.COOKIE, rest);
            case "query" -> new Attribute(Kind.QUERY, rest);
            default -> new Attribute(Kind.NAMED, text);
        };
    }

    /** The form that rule files use. */
    @Override
    public String toString() {
        return switch (kind) {
            case HEADER -> "header." + name;
            case COOKIE -> "cookie." + name;
            case QUERY -> "query." + name;
            default -> name;
        };
    }
}
