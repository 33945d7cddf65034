package io.sluice.http;

/** The question of a browser whether a script may send a request elsewhere. */
final class Preflight {
    private Preflight() {}

    static boolean is(HttpRequest request) {
        return request.method().equals("OPTIONS")
                && request.header("Origin") != null
                && request.header("Access-Control-Request-Method") != null;
    }
}
