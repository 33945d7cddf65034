package io.sluice.cli.simulate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A buffer of JSON in UTF-8. */
final class JsonWriter {
    /** Bytes that one char of a text may take: an escape. */
    private static final int MOST_PER_CHAR = 6;

    private static final int MOST_DIGITS = 19;
    private static final byte[] HEX = ascii("0123456789abcdef");
    /** The letters that stand for the control characters from 8 on; there is none for 11. */
    private static final String ESCAPES = "btn?fr";

    private byte[] bytes = new byte[1 << 16];
    private int size;

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    int size() {
        return size;
    }

    void drainTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }

    /** As it is. */
    void raw(byte[] json) {
        reserve(json.length);
        System.arraycopy(json, 0, bytes, size, json.length);
        size += json.length;
    }

    /** Not negative. */
    void number(long value) {
        reserve(MOST_DIGITS);
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int i = size + digits - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    /** Quoted, and escaped where it must be; every surrogate in its pair. */
    void text(String text) {
        reserve(2 + MOST_PER_CHAR * text.length());
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                i += utf8(text.codePointAt(i));
            } else if (c < ' ' || c == '"' || c == '\\') {
                escape(c);
            } else {
                put(c);
            }
        }
        put('"');
    }

    private void escape(char c) {
        put('\\');
        if (c >= ' ') {
            put(c);
        } else if (c >= '\b' && c <= '\r' && c != 11) {
            put(ESCAPES.charAt(c - '\b'));
        } else {
            raw(new byte[] {'u', '0', '0', HEX[c >> 4], HEX[c & 15]});
        }
    }

    /** Answers how many chars it took besides the first. */
    private int utf8(int c) {
        if (c < 0x800) {
            put(0xC0 | c >> 6);
        } else {
            if (c < 0x10000) {
                put(0xE0 | c >> 12);
            } else {
                put(0xF0 | c >> 18);
                put(0x80 | (c >> 12 & 0x3F));
            }
            put(0x80 | (c >> 6 & 0x3F));
        }
        put(0x80 | (c & 0x3F));
        return Character.charCount(c) - 1;
    }

    private void put(int b) {
        bytes[size++] = (byte) b;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
