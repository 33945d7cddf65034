package io.sluice.http.field;

/** A header field of an answer. */
public record Field(String name, String value) {
    public static Field of(String name, long value) {
        return new Field(name, Long.toString(value));
    }
}
