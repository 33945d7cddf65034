package io.sluice.http.path;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Percent-encoded UTF-8. */
final class PercentText {
    private PercentText() {}

    /** Null if it is malformed, or hides what would be a separator or a control character. */
    static @Nullable String decode(String raw, int from, int to) {
        int percent = raw.indexOf('%', from);
        if (percent < 0 || percent >= to) {
            String text = raw.substring(from, to);
            return isVisibleAscii(text) && isClear(text) ? text : null;
        }
        String text = utf8(raw, from, to);
        return text != null && isClear(text) ? text : null;
    }

    /** With stray percent signs as they are, and a replacement for bytes that are not UTF-8. */
    static String loose(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] written = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(written.length);
        for (int i = 0; i < written.length; i++) {
            int value = written[i] == '%' && i + 2 < written.length
                    ? hex((char) written[i + 1]) << 4 | hex((char) written[i + 2])
                    : -1;
            bytes.put(value < 0 ? written[i] : (byte) value);
            i += value < 0 ? 0 : 2;
        }
        return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }

    private static @Nullable String utf8(String raw, int from, int to) {
        ByteBuffer bytes = ByteBuffer.allocate(to - from);
        for (int i = from; i < to; i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                int value = i + 2 < to ? hex(raw.charAt(i + 1)) << 4 | hex(raw.charAt(i + 2)) : -1;
                if (value < 0) {
                    return null;
                }
                bytes.put((byte) value);
                i += 2;
            } else if (isVisible(c)) {
                bytes.put((byte) c);
            } else {
                return null;
            }
        }
        return text(bytes.flip());
    }

    private static @Nullable String text(ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
    }

    /** Negative if it is none. */
    static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static boolean isVisibleAscii(String text) {
        return text.chars().allMatch(c -> isVisible((char) c));
    }

    private static boolean isVisible(char c) {
        return c > ' ' && c < 0x7F && c != '#' && c != '?';
    }

    private static boolean isClear(String text) {
        return text.chars().noneMatch(c -> c == '/' || c == '\\' || Character.isISOControl(c));
    }
}
