package io.sluice.server.gateway.access;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One line of JSON in bytes, used again and again by one thread. Whatever a text has in it, it stays one string on one line: control characters, line separators
 * and halves of surrogate pairs are escaped.
 */
final class JsonLine {
    /** Of a text; no name of anything is longer. */
    private static final int MOST = 2_048;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = ascii("null");
    private static final byte[] ELLIPSIS = ascii("...");

    private byte[] bytes = new byte[512];
    private int length;

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    void clear() {
        length = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** As it is. */
    JsonLine raw(byte[] text) {
        room(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    JsonLine raw(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    JsonLine number(long value) {
        if (value < 0) {
            return raw(ascii(Long.toString(value)));
        }
        int digits = 1;
        for (long rest = value; rest > 9; rest /= 10) {
            digits++;
        }
        return digits(value, digits);
    }

    /** So many digits, with zeros in front. */
    JsonLine digits(long value, int count) {
        room(count);
        long rest = value;
        for (int i = length + count - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += count;
        return this;
    }

    /** As a string, or null. */
    JsonLine text(@Nullable String text) {
        if (text == null) {
            return raw(NULL);
        }
        int end = Math.min(text.length(), MOST);
        room(2 + 6 * end + 3);
        bytes[length++] = '"';
        for (int i = 0; i < end; i++) {
            character(text.charAt(i));
        }
        if (end < text.length()) {
            raw(ELLIPSIS);
        }
        bytes[length++] = '"';
        return this;
    }

    private void character(char c) {
        if (c == '"' || c == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = (byte) c;
        } else if (c >= ' ' && c < 0x7f) {
            bytes[length++] = (byte) c;
        } else if (c < 0xa0 || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
            escaped(c);
        } else if (c < 0x800) {
            bytes[length++] = (byte) (0xc0 | (c >> 6));
            bytes[length++] = (byte) (0x80 | (c & 0x3f));
        } else {
            bytes[length++] = (byte) (0xe0 | (c >> 12));
            bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3f));
            bytes[length++] = (byte) (0x80 | (c & 0x3f));
        }
    }

    private void escaped(char c) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[(c >> shift) & 0xf];
        }
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
