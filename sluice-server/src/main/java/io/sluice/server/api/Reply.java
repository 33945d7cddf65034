package io.sluice.server.api;

import io.sluice.http.field.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a caller of the API is answered. */
record Reply(int status, List<Field> fields, String text) {
    private static final Field NOT_STORED = new Field("Cache-Control", "no-store");

    Reply {
        fields = List.copyOf(fields);
    }

    static Reply of(int status, String contentType, String text) {
        return new Reply(status, List.of(new Field("Content-Type", contentType), NOT_STORED), text);
    }

    static Reply json(String text) {
        return of(200, "application/json", text);
    }

    Reply with(String name, String value) {
        List<Field> more = new ArrayList<>(fields);
        more.add(new Field(name, value));
        return new Reply(status, more, text);
    }

    byte[] body() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
