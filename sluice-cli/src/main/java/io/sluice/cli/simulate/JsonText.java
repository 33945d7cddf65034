package io.sluice.cli.simulate;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads JSON strings: UTF-8, strictly, and escapes. To be reused, by one thread at a time. */
final class JsonText {
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final CharsetDecoder utf8 = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private byte[] bytes = {};
    private int at;
    private int end;

    /** The string whose opening quote is at {@code from}; afterwards {@link #end} is behind its closing one. */
    String read(byte[] bytes, int from, int to) throws BadInput {
        this.bytes = bytes;
        this.end = to;
        this.at = from + 1;
        while (at < end && isPlain(bytes[at])) {
            at++;
        }
        boolean onlyAscii = at < end && bytes[at] == '"';
        return onlyAscii ? new String(bytes, from + 1, at++ - from - 1, StandardCharsets.ISO_8859_1) : decode(from + 1);
    }

    int end() {
        return at;
    }

    /** ASCII that stands for itself. */
    private static boolean isPlain(byte b) {
        return b >= ' ' && b != '"' && b != '\\';
    }

    private String decode(int from) throws BadInput {
        StringBuilder text = new StringBuilder();
        at = from;
        while (true) {
            int start = at;
            while (at < end && (isPlain(bytes[at]) || bytes[at] < 0)) {
                at++;
            }
            decodeUtf8(start, text);
            if (at == end) {
                throw new BadInput(at, "the line ends within a text; a closing '\"' is right");
            }
            byte b = bytes[at];
            if (b == '"') {
                at++;
                return text.toString();
            }
            if (b != '\\') {
                throw new BadInput(at, "a control character within a text; write it as " + String.format("\\u%04x", b));
            }
            at++;
            unescape(text);
        }
    }

    private void decodeUtf8(int from, StringBuilder text) throws BadInput {
        ByteBuffer run = ByteBuffer.wrap(bytes, from, at - from);
        CharBuffer chars = CharBuffer.allocate(at - from);
        if (utf8.reset().decode(run, chars, true).isError()) {
            throw new BadInput(
                    run.position(),
                    "the text is not UTF-8; write it in UTF-8, or characters as escapes such as \\u00e9");
        }
        text.append(chars.flip());
    }

    private void unescape(StringBuilder text) throws BadInput {
        int escape = at < end ? ESCAPES.indexOf(bytes[at]) : -1;
        if (escape >= 0) {
            text.append(ESCAPED.charAt(escape));
            at++;
            return;
        }
        int start = at - 1;
        char unit = unicodeEscape(start);
        text.append(unit);
        if (Character.isHighSurrogate(unit) && at < end && bytes[at] == '\\') {
            at++;
            char low = unicodeEscape(at - 1);
            text.append(low);
            unit = Character.isLowSurrogate(low) ? 0 : unit;
        }
        if (Character.isSurrogate(unit)) {
            throw new BadInput(start, "half a surrogate pair; give both halves, such as \\ud83d\\ude00");
        }
    }

    /** The character of an escape of four hexadecimal digits whose backslash is at {@code start} and has been read. */
    private char unicodeEscape(int start) throws BadInput {
        int unit = at < end && bytes[at] == 'u' && end - at >= 5 ? 0 : -1;
        for (int i = 1; i <= 4 && unit >= 0; i++) {
            int digit = bytes[at + i] < 0 ? -1 : Character.digit(bytes[at + i], 16);
            unit = digit < 0 ? -1 : unit * 16 + digit;
        }
        if (unit < 0) {
            throw new BadInput(start, "unknown escape; \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u00e9 are right");
        }
        at += 5;
        return (char) unit;
    }
}
