package io.sluice.server.admin;

import io.sluice.http.field.Field;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** An answer of the admin door. */
record Reply(int status, String type, String body, List<Field> fields) {
    private static final Map<Integer, String> TITLES = Map.ofEntries(
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(408, "Request Timeout"),
            Map.entry(409, "Conflict"),
            Map.entry(413, "Content Too Large"),
            Map.entry(421, "Misdirected Request"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(503, "Service Unavailable"));

    /** Made when first needed: health and metrics do without. */
    private static final class Json {
        static final JsonMapper MAPPER = JsonMapper.builder().build();
    }

    static Reply json(Object value) {
        return json(200, "application/json", value);
    }

    static Reply json(int status, String type, Object value) {
        return new Reply(status, type, Json.MAPPER.writeValueAsString(value) + "\n", List.of());
    }

    static Reply text(int status, String text) {
        return text(status, "text/plain; charset=utf-8", text);
    }

    static Reply text(int status, String type, String text) {
        return new Reply(status, type, text, List.of());
    }

    static Reply problem(int status, String detail) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", "about:blank");
        document.put("title", TITLES.getOrDefault(status, "Error"));
        document.put("status", status);
        document.put("detail", detail);
        return json(status, "application/problem+json", document);
    }

    Reply with(String name, String value) {
        return new Reply(status, type, body, List.of(new Field(name, value)));
    }
}
