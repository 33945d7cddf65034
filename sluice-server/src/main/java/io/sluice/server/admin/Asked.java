package io.sluice.server.admin;

import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON object that came with a request. Every method throws an {@link IllegalArgumentException} that says what would be right. */
record Asked(JsonNode object) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** @param members all that it may have */
    static Asked of(AdminRequest request, String... members) {
        JsonNode read = read(request.body());
        if (read == null || !read.isObject()) {
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

    private static JsonNode read(String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the body is no JSON: " + e.getOriginalMessage(), e);
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
