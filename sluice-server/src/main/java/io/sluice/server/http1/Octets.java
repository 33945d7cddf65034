package io.sluice.server.http1;

/** Which bytes may stand where, and how they compare. */
final class Octets {
    private static final byte TOKEN = 1;
    private static final byte TARGET = 2;
    private static final byte AUTHORITY = 4;
    private static final byte[] CLASSES = new byte[256];

    static {
        for (int c = 'a'; c <= 'z'; c++) {
            CLASSES[c] = TOKEN | AUTHORITY;
            CLASSES[c - 32] = TOKEN | AUTHORITY;
        }
        for (int c = '0'; c <= '9'; c++) {
            CLASSES[c] = TOKEN | AUTHORITY;
        }
        "!#$%&'*+-.^_`|~".chars().forEach(c -> CLASSES[c] |= TOKEN);
        ".-_~:[]%!$&'()*+;=".chars().forEach(c -> CLASSES[c] |= AUTHORITY);
        for (int c = 0x21; c < 0x7F; c++) {
            CLASSES[c] |= c == '#' ? 0 : TARGET;
        }
    }

    private Octets() {}

    static boolean isToken(byte b) {
        return (CLASSES[b & 0xFF] & TOKEN) != 0;
    }

    static boolean isTarget(byte b) {
        return (CLASSES[b & 0xFF] & TARGET) != 0;
    }

    static boolean isAuthority(byte b) {
        return (CLASSES[b & 0xFF] & AUTHORITY) != 0;
    }

    static boolean areAuthority(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isAuthority(bytes[i])) {
                return false;
            }
        }
        return from < to;
    }

    /** Whether a token is this word, given in lower case. */
    static boolean same(byte[] bytes, int from, int to, byte[] lower) {
        if (to - from != lower.length) {
            return false;
        }
        for (int i = 0; i < lower.length; i++) {
            if ((bytes[from + i] | 0x20) != lower[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether a token is this word, in any case. */
    static boolean same(byte[] bytes, int from, int to, String word) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            int a = bytes[from + i] & 0xFF;
            int b = word.charAt(i);
            if (a != b && ((a | 0x20) != (b | 0x20) || !isLetter(a))) {
                return false;
            }
        }
        return true;
    }

    /** Whether two tokens are the same word. */
    static boolean same(byte[] bytes, int from, int to, int otherFrom, int otherTo) {
        if (to - from != otherTo - otherFrom) {
            return false;
        }
        for (int i = 0; i < to - from; i++) {
            int a = bytes[from + i];
            int b = bytes[otherFrom + i];
            if (a != b && ((a | 0x20) != (b | 0x20) || !isLetter(a))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(int c) {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }

    /** Whether one part is exactly another. */
    static boolean equal(byte[] bytes, int from, int to, byte[] other) {
        return java.util.Arrays.equals(bytes, from, to, other, 0, other.length);
    }
}
