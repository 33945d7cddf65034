package io.sluice.cli.rules;

import org.jspecify.annotations.Nullable;

/** Writes one JSON object on one line. */
final class Json {
    private final StringBuilder text = new StringBuilder("{");

    Json field(String name, @Nullable String value) {
        return raw(name, value == null ? "null" : quoted(value));
    }

    Json field(String name, long value) {
        return raw(name, Long.toString(value));
    }

    Json field(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    /** A value that is JSON already. */
    Json raw(String name, String json) {
        text.append(text.length() == 1 ? "" : ",")
                .append(quoted(name))
                .append(':')
                .append(json);
        return this;
    }

    String end() {
        return text + "}";
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        value.chars().forEach(c -> quoted.append(escaped((char) c)));
        return quoted.append('"').toString();
    }

    private static String escaped(char c) {
        if (c == '"' || c == '\\') {
            return "\\" + c;
        }
        return c < ' ' || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029'
                ? String.format("\\u%04x", (int) c)
                : String.valueOf(c);
    }
}
