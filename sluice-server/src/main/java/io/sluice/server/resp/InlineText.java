package io.sluice.server.resp;

/** The words of a line, with quotes and escapes as Redis reads them. */
final class InlineText {
    private final byte[] line;
    private final int end;
    private final byte[] words;
    private int at;
    private int written;

    private InlineText(byte[] bytes, int from, int to) {
        this.line = bytes;
        this.at = from;
        this.end = to;
        this.words = new byte[to - from];
    }

    /** False if a quote is not closed, or is closed within a word. */
    static boolean split(byte[] bytes, int from, int to, Request into) {
        return new InlineText(bytes, from, to).split(into);
    }

    private boolean split(Request into) {
        into.begin(words);
        while (true) {
            while (at < end && isSpace(line[at])) {
                at++;
            }
            if (at == end) {
                return true;
            }
            int from = written;
            if (!word()) {
                return false;
            }
            into.add(from, written);
        }
    }

    private boolean word() {
        while (at < end && !isSpace(line[at])) {
            byte b = line[at++];
            if (b == '"' || b == '\'') {
                return quoted(b);
            }
            put(b);
        }
        return true;
    }

    /** Up to the quote's end, which must be the word's. */
    private boolean quoted(byte quote) {
        while (at < end) {
            byte b = line[at++];
            if (b == quote) {
                return at == end || isSpace(line[at]);
            }
            if (b == '\\' && at < end && quote == '"') {
                put(escaped());
            } else if (b == '\\' && at < end && line[at] == '\'') {
                put(line[at++]);
            } else {
                put(b);
            }
        }
        return false;
    }

    private byte escaped() {
        if (line[at] == 'x' && at + 2 < end && hex(at + 1) >= 0 && hex(at + 2) >= 0) {
            byte value = (byte) (hex(at + 1) * 16 + hex(at + 2));
            at += 3;
            return value;
        }
        byte b = line[at++];
        return switch (b) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'a' -> 7;
            default -> b;
        };
    }

    private int hex(int i) {
        return Character.digit(line[i], 16);
    }

    private void put(byte b) {
        words[written++] = b;
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || (b >= '\t' && b <= '\r');
    }
}
