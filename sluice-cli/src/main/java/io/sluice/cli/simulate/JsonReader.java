package io.sluice.cli.simulate;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads one flat JSON object, strictly, from front to back: {@link #nextField}, its value, the next field. Who reads says
 * which kind of value it expects.
 */
final class JsonReader {
    private static final int MOST_SHOWN = 40;

    private final JsonText texts = new JsonText();
    private byte[] bytes = {};
    private int at;
    private int end;
    private int nameAt;
    /** Nothing was read yet of the object or list. */
    private boolean first;

    void open(byte[] bytes, int from, int to) throws BadInput {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
        this.first = true;
        skipSpaces();
        expect('{', "a line is an object such as {\"t\":0,\"key\":\"a\"}");
    }

    /** The name of the next field, whose value must be read then; null if that was the last, and the line ends there. */
    @Nullable
    String nextField() throws BadInput {
        skipSpaces();
        if (next() == '}') {
            at++;
            skipSpaces();
            if (at < end) {
                throw found("one object a line is right");
            }
            return null;
        }
        if (!first) {
            expect(',', "',' or '}' is right");
            skipSpaces();
        }
        first = false;
        if (next() != '"') {
            throw found("the name of a field such as \"t\" is right");
        }
        nameAt = at;
        String name = string();
        skipSpaces();
        expect(':', "':' is right");
        skipSpaces();
        return name;
    }

    /** Where the reader is: before a value, where that begins. */
    int at() {
        return at;
    }

    /** Where the name of the last field begins. */
    int nameAt() {
        return nameAt;
    }

    boolean isText() {
        return next() == '"';
    }

    boolean isList() {
        return next() == '[';
    }

    /** A text; {@code right} says what to write in its place if it is something else. */
    String text(String field, String right) throws BadInput {
        if (!isText()) {
            throw wrong(field, right);
        }
        return string();
    }

    private String string() throws BadInput {
        String text = texts.read(bytes, at, end);
        at = texts.end();
        return text;
    }

    /** A whole number from 0 to {@code most}, in digits only. */
    long number(String field, long most, String right) throws BadInput {
        int start = at;
        int i = next() == '-' ? at + 1 : at;
        long value = 0;
        int digits = i;
        boolean fits = true;
        while (i < end && bytes[i] >= '0' && bytes[i] <= '9') {
            int digit = bytes[i++] - '0';
            fits &= value <= (most - digit) / 10;
            value = fits ? value * 10 + digit : value;
        }
        boolean wellFormed = i > digits && (bytes[digits] != '0' || i == digits + 1) && endsValue(i);
        boolean negative = digits > start && value > 0;
        if (!wellFormed || !fits || negative) {
            throw wrong(field, right);
        }
        at = i;
        return value;
    }

    /** Reads null if it is there. */
    boolean takeNull() {
        boolean isNull = end - at >= 4
                && bytes[at] == 'n'
                && bytes[at + 1] == 'u'
                && bytes[at + 2] == 'l'
                && bytes[at + 3] == 'l'
                && endsValue(at + 4);
        at += isNull ? 4 : 0;
        return isNull;
    }

    /** Into a list that is there: see {@link #isList}. */
    void openList() {
        at++;
        first = true;
    }

    /** On to the next element of the list, which must be read then; false at the list's end. */
    boolean nextElement() throws BadInput {
        skipSpaces();
        if (next() == ']') {
            at++;
            first = false;
            return false;
        }
        if (!first) {
            expect(',', "',' or ']' is right");
            skipSpaces();
        }
        first = false;
        return true;
    }

    private void skipSpaces() {
        while (at < end && isSpace(bytes[at])) {
            at++;
        }
    }

    private static boolean isSpace(int b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    private boolean endsValue(int i) {
        return i == end || bytes[i] == ',' || bytes[i] == '}' || bytes[i] == ']' || isSpace(bytes[i]);
    }

    private int next() {
        return at < end ? bytes[at] : -1;
    }

    private void expect(char c, String right) throws BadInput {
        if (next() != c) {
            throw found(right);
        }
        at++;
    }

    private BadInput found(String right) {
        return new BadInput(at, "found " + (at < end ? character() : "the end of the line") + "; " + right);
    }

    private String character() {
        int b = bytes[at] & 0xff;
        return b > ' ' && b < 0x7f ? "'" + (char) b + "'" : String.format("byte 0x%02x", b);
    }

    /** The value here is not what the field takes. */
    BadInput wrong(String field, String right) throws BadInput {
        return new BadInput(at, field + " " + shown() + "; " + right);
    }

    private String shown() throws BadInput {
        if (isText()) {
            String text = texts.read(bytes, at, end);
            return "is " + quoted(text);
        }
        if (isList() || next() == '{') {
            return isList() ? "is a list" : "is an object";
        }
        int i = at;
        while (!endsValue(i) && i - at < MOST_SHOWN && bytes[i] > ' ' && bytes[i] < 0x7f) {
            i++;
        }
        boolean cut = i > at && !endsValue(i);
        return i == at
                ? "has no value"
                : "is " + new String(bytes, at, i - at, StandardCharsets.US_ASCII) + (cut ? "..." : "");
    }

    /** A text as part of a message: short, and on one line. */
    static String quoted(String text) {
        String shown = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text;
        return '"' + shown.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
