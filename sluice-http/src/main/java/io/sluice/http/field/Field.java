package io.sluice.http.field;

import java.nio.charset.StandardCharsets;

/** A header field of an answer. */
public record Field(String name, String value) {
    public static Field of(String name, long value) {
        return new Field(name, Long.toString(value));
    }

    /** As HTTP/1.1 sends it, with the line end. */
    public byte[] line() {
        return (name + ": " + value + "\r\n").getBytes(StandardCharsets.UTF_8);
    }
}
