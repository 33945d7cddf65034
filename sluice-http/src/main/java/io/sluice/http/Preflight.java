package io.sluice.http;

/** The question of a browser whether a script may send a request elsewhere. */
final class Preflight {
    private Preflight() {}

    static boolean is(HttpRequest request) {
        return request.method().equals("OPTIONS")
                && request.count("Origin") > 0
                && request.count("Access-Control-Request-Method") > 0;
    }
}
