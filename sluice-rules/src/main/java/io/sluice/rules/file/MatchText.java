package io.sluice.rules.file;

import io.sluice.rules.file.Node.Scalar;
import io.sluice.rules.match.PathPattern;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /login}, {@code PUT|PATCH /items/{id}} or {@code /api/**}.
 *
 * @param methods empty: every method
 */
record MatchText(Set<String> methods, PathPattern path) {
    private static final List<String> KNOWN = List.of(
            "GET",
            "HEAD",
            "POST",
            "PUT",
            "PATCH",
            "DELETE",
            "OPTIONS",
            "TRACE",
            "CONNECT",
            "QUERY",
            "SEARCH",
            "REPORT",
            "PROPFIND",
            "PROPPATCH",
            "MKCOL",
            "COPY",
            "MOVE",
            "LOCK",
            "UNLOCK",
            "BIND",
            "LINK",
            "UNLINK",
            "PURGE",
            "ACL");
    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9_-]{0,40}");

    /** Null if it cannot be read; what is wrong is told. */
    static @Nullable MatchText read(Scalar scalar, Problems problems) {
        String text = scalar.value();
        if (text.startsWith("^") || text.endsWith("$")) {
            problems.error(
                    scalar.place(), scalar.shown() + " is a regular expression, and patterns are globs", glob(text));
            return null;
        }
        int slash = text.indexOf('/');
        if (slash < 0) {
            problems.error(scalar.place(), scalar.shown() + " is no path pattern", withoutSlash(text));
            return null;
        }
        String before = text.substring(0, slash);
        if (!before.isEmpty() && !Character.isWhitespace(before.charAt(before.length() - 1))) {
            problems.error(scalar.place(), "a path begins with /", before(text));
            return null;
        }
        PathPattern path = path(text.substring(slash).stripTrailing(), scalar.at(slash), problems);
        Set<String> methods = before.isBlank() ? Set.of() : methods(before, scalar, problems);
        return path == null ? null : new MatchText(methods, path);
    }

    /** {@code ^/api/.*$} is {@code /api/**}. */
    private static String glob(String regular) {
        String inside = regular.replaceAll("^\\^|\\$$", "")
                .replaceAll("/\\.[*+](?=/|$)", "/**")
                .replaceAll("\\.[*+]|\\[[^]]*][*+]", "*");
        boolean plain = inside.startsWith("/") && inside.matches("[A-Za-z0-9/*._~-]+");
        return "write " + Shown.of(plain ? inside : "/api/**");
    }

    private static String before(String text) {
        return text.contains("://")
                ? "leave out scheme and host, or write a map of host and path"
                : "write " + Shown.of("/" + text);
    }

    private static String withoutSlash(String text) {
        if (text.equalsIgnoreCase("otherwise")) {
            return "write otherwise";
        }
        if (text.equals("*") || text.equals("**")) {
            return "write /** for every path, or leave match out";
        }
        return METHOD.matcher(text).matches()
                ? "write " + text + " /** for every path"
                : "a path begins with /, such as " + Shown.of("/" + text.strip());
    }

    static @Nullable PathPattern path(String text, Place place, Problems problems) {
        try {
            return PathPattern.parse(text);
        } catch (IllegalArgumentException e) {
            problems.error(place, e);
            return null;
        }
    }

    private static Set<String> methods(String written, Scalar scalar, Problems problems) {
        Set<String> methods = new LinkedHashSet<>();
        int at = 0;
        for (String part : written.split("\\|", -1)) {
            String method = part.strip();
            if (isMethod(method, scalar.at(at + Math.max(0, part.indexOf(method))), problems) && !methods.add(method)) {
                problems.error(scalar.at(at), method + " stands twice", "write it once");
            }
            at += part.length() + 1;
        }
        return methods;
    }

    /** Tells if it is none. */
    static boolean isMethod(String method, Place place, Problems problems) {
        String capitals = method.toUpperCase(java.util.Locale.ROOT);
        if (KNOWN.contains(method)) {
            return true;
        }
        String near = Nearest.of(method, KNOWN);
        if (KNOWN.contains(capitals)) {
            problems.error(place, "methods are written in capitals", "write " + capitals);
        } else if (near != null) {
            problems.error(place, "unknown method " + Shown.of(method), "did you mean " + near + "?");
        } else if (!METHOD.matcher(method).matches()) {
            problems.error(place, Shown.of(method) + " is no method", "write POST /login, or PUT|PATCH /items/{id}");
        } else {
            return true;
        }
        return false;
    }
}
