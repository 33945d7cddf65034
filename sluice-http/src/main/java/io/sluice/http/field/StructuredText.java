package io.sluice.http.field;

/** Strings of structured fields, RFC 9651. */
final class StructuredText {
    private StructuredText() {}

    /** In quotes; what such a string cannot hold becomes {@code ?}. */
    static String string(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c < ' ' || c >= 0x7F ? '?' : c);
        }
        return quoted.append('"').toString();
    }
}
