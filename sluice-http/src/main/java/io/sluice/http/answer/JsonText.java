package io.sluice.http.answer;

/** A JSON object, member by member. */
final class JsonText {
    private final StringBuilder text = new StringBuilder("{");

    JsonText member(String name, String value) {
        return raw(name, "\"" + escaped(value) + "\"");
    }

    /** @param value JSON already */
    JsonText raw(String name, String value) {
        text.append(text.length() == 1 ? "" : ",")
                .append('"')
                .append(name)
                .append("\":")
                .append(value);
        return this;
    }

    /** For the inside of a string; safe within a script too. */
    static String escaped(String value) {
        StringBuilder escaped = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                escaped.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
                escaped.append(String.format("\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    @Override
    public String toString() {
        return text + "}\n";
    }
}
