package io.sluice.redis.script;

import java.nio.charset.StandardCharsets;

/**
 * Names and keys as they stand between the braces: percent-encoded where they would end the braces early, or could not be read;
 * other characters as they are. Different texts stay different.
 */
final class KeyText {
    private KeyText() {}

    /** A name ends at the first bar. */
    static String ofName(String name) {
        return encoded(name, true);
    }

    static byte[] ofKey(String key) {
        String text = isPlain(key) ? key : encoded(key, false);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '%' || c == '{' || c == '}') {
                return false;
            }
        }
        return true;
    }

    private static String encoded(String text, boolean barToo) {
        StringBuilder all = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            boolean special = c == '%' || c == '{' || c == '}' || (barToo && c == '|');
            if (special || Character.isISOControl(c) || isHalfAPair(c)) {
                percent(all, c);
            } else {
                all.appendCodePoint(c);
            }
        });
        return all.toString();
    }

    /** UTF-8 has no bytes for it: Java would write a question mark for each. */
    private static boolean isHalfAPair(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    /** By the bytes of UTF-8, or those that half a pair would have. */
    private static void percent(StringBuilder all, int c) {
        if (c < 0x80) {
            hex(all, c);
        } else if (c < 0x800) {
            hex(all, 0xC0 | (c >> 6));
            hex(all, 0x80 | (c & 0x3F));
        } else {
            hex(all, 0xE0 | (c >> 12));
            hex(all, 0x80 | ((c >> 6) & 0x3F));
            hex(all, 0x80 | (c & 0x3F));
        }
    }

    private static void hex(StringBuilder all, int octet) {
        all.append('%')
                .append(Character.toUpperCase(Character.forDigit(octet >> 4, 16)))
                .append(Character.toUpperCase(Character.forDigit(octet & 15, 16)));
    }
}
