package io.sluice.testkit.http;

import java.util.List;
import java.util.stream.Stream;

/** Ways of writing a target that some server reads as one of a few limited paths: a door counts them there, or answers 400. */
public final class Detours {
    /** One request a day for each of {@link #LIMITED}. */
    public static final String RULES = """
            version: 1
            rules:
              admin:   { match: "/admin/**", limit: 1/day }
              items:   { match: "/items/{id}", limit: 1/day }
              reports: { match: "/reports/*.pdf", limit: 1/day }
            """;

    public static final List<String> LIMITED = List.of("/admin", "/items/1", "/reports/a.pdf");

    /** Paths alone: what also goes into {@code :path} and into the headers of proxies. */
    private static final List<String> PATHS = List.of(
            // Two slashes in front, or a path that begins with two once its dots are gone: a host and a path.
            "//a/admin",
            "///admin",
            "//admin",
            "//a@b/admin",
            "/.//a/admin",
            "/x/..//a/admin",
            "/;x/a/../../admin",
            // Browsers take backslashes for slashes, and drop tabs and line ends.
            "/\\a/admin",
            "\\admin",
            "\\\\a\\admin",
            "/x\\..\\admin",
            "/admin\\",
            // Parameters, which only some servers know.
            "/admin;x",
            "/admin;x=1/y",
            "/x/..;/admin",
            "/items/;1",
            "/items/1;x",
            "/reports/a;x.pdf",
            // Dot segments, which only some servers resolve.
            "/x/../admin",
            "/./admin",
            "/admin/../x",
            "/admin/x/../../y",
            "/../admin",
            // Encodings: of separators, twice, and of what ends a path if it is decoded first.
            "/%61dmin",
            "/%2fadmin",
            "/%5cadmin",
            "/x%2f..%2fadmin",
            "/x/%2e%2e/admin",
            "/%2e/admin",
            "/admin%3Bx",
            "/admin%3bx/y",
            "/admin%3Fx",
            "/admin%23x",
            "/admin%00",
            "/%09admin",
            "/%0d%0aadmin",
            "/%2561dmin",
            "/admin%252fx",
            "/x/%252e%252e/admin",
            "/x%255c..%255cadmin",
            // Spellings that routers take for the same.
            "/ADMIN",
            "/admin/",
            "/admin//",
            "/items//1",
            // Neither a path nor a URL.
            "admin",
            "x/admin",
            "?/admin",
            "*");

    /** What no request may hold as it is, so that a door may also not take it for a request at all. */
    private static final List<String> ODD = List.of("/adm\tin", "/\tadmin", "/admin#x", "/admin?x#y");

    /** What only stands in a request line. */
    private static final List<String> OTHERS = List.of(
            "http://localhost/admin",
            "HTTP://localhost/admin",
            "http://localhost//admin",
            "http://localhost//a/admin",
            "http://localhost/x/../admin",
            "http://localhost\\admin",
            "http:/admin",
            "http:admin",
            "http:///admin",
            "http://user@localhost/admin",
            "//localhost/admin",
            "ftp://localhost/admin",
            "/adm\u00edn");

    private Detours() {}

    /** Of request lines. */
    public static Stream<String> targets() {
        return Stream.of(PATHS, ODD, OTHERS).flatMap(List::stream);
    }

    /** Where there is a path and perhaps a query, but no URL. */
    public static Stream<String> paths() {
        return Stream.of(PATHS, ODD).flatMap(List::stream);
    }
}
