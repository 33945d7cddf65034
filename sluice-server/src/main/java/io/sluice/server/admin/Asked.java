package io.sluice.server.admin;

import io.sluice.server.json.BadJsonException;
import io.sluice.server.json.StrictJson;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The JSON object that came with a request. Every method throws an {@link IllegalArgumentException} that says what would be right. */
record Asked(JsonNode object) {
    /** @param members all that it may have */
    static Asked of(AdminRequest request, String... members) {
        JsonNode read = read(request.body());
        if (!read.isObject()) {
            throw new IllegalArgumentException(
                    "the body must be a JSON object such as {\"key\": \"login|ip:203.0.113.9\"}");
        }
        for (String name : read.propertyNames()) {
            if (!List.of(members).contains(name)) {
                throw new IllegalArgumentException(
                        "/" + name + " means nothing here; there are: " + String.join(", ", members));
            }
        }
        return new Asked(read);
    }

    private static JsonNode read(byte[] body) {
        try {
            return StrictJson.read(body);
        } catch (BadJsonException e) {
            throw new IllegalArgumentException(e.detail(), e);
        }
    }

    String key() {
        return text("key", "login|ip:203.0.113.9");
    }

    String text(String name, String example) {
        JsonNode value = object.get(name);
        if (value == null || !value.isString() || value.stringValue().isBlank()) {
            throw new IllegalArgumentException("/" + name + " must be a text such as \"" + example + "\"");
        }
        return value.stringValue();
    }

    long number(String name) {
        JsonNode value = object.get(name);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 1) {
            throw new IllegalArgumentException("/" + name + " must be a whole number, 1 or more");
        }
        return value.longValue();
    }
}
