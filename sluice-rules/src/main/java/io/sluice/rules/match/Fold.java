package io.sluice.rules.match;

/** Letters without their case, one character at a time, as {@link String#equalsIgnoreCase} takes them. */
final class Fold {
    private Fold() {}

    static char of(char c) {
        if (c < 128) {
            return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
        }
        return Character.toLowerCase(Character.toUpperCase(c));
    }
}
