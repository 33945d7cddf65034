package io.sluice.server.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.sluice.http.field.Field;
import java.util.List;

/** A small document about something that went wrong in the gateway or behind it. */
public final class Problem {
    private static final Field TYPE = new Field("Content-Type", "application/problem+json");
    private static final Field NOT_STORED = new Field("Cache-Control", "no-store");
    private static final Field ALLOW = new Field("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");

    private Problem() {}

    /** The header fields of one. */
    public static List<Field> fields(int status) {
        return status == 405 ? List.of(TYPE, NOT_STORED, ALLOW) : List.of(TYPE, NOT_STORED);
    }

    /** Of a 503, with the time until it is worth while to ask again. */
    public static List<Field> fields(long retryAfterSeconds) {
        return List.of(TYPE, NOT_STORED, Field.of("Retry-After", retryAfterSeconds));
    }

    /** Of a status and a sentence of ours, which needs no escaping. */
    public static byte[] body(int status, String detail) {
        String title = HttpResponseStatus.valueOf(status).reasonPhrase();
        String text = "{\"type\":\"about:blank\",\"title\":\"" + title + "\",\"status\":" + status + ",\"detail\":\""
                + detail + "\"}\n";
        return text.getBytes(UTF_8);
    }
}
