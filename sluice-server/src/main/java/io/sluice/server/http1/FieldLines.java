package io.sluice.server.http1;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header lines of a head: where each name and value stands, and which of the known names it is. */
public final class FieldLines {
    private static final int PER_LINE = 4;
    private static final BadHead FOLDED = BadHead.request("A header line must not start with a blank.");
    private static final BadHead NAME =
            BadHead.request("A header line needs a name of token characters, with the colon right behind it.");

    private final HeadBytes head;
    private final int most;
    private int[] offsets = new int[16 * PER_LINE];
    private FieldName[] names = new FieldName[16];
    private int size;
    private int lastEnd;
    private boolean underscored;

    FieldLines(HeadBytes head, HeadLimits limits) {
        this.head = head;
        this.most = limits.fields();
    }

    void reset() {
        size = 0;
        underscored = false;
    }

    /** Takes the line that was found last; null if it is one. */
    @Nullable
    BadHead add() {
        byte[] bytes = head.bytes;
        int start = head.lineStart;
        if (bytes[start] == ' ' || bytes[start] == '\t') {
            return FOLDED;
        }
        int colon = start;
        while (colon < head.lineEnd && Octets.isToken(bytes[colon])) {
            underscored |= bytes[colon] == '_';
            colon++;
        }
        if (colon == start || colon == head.lineEnd || bytes[colon] != ':') {
            return NAME;
        }
        if (size == most) {
            return BadHead.MANY;
        }
        add(start, colon);
        return null;
    }

    private void add(int start, int colon) {
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            offsets = Arrays.copyOf(offsets, 2 * size * PER_LINE);
        }
        byte[] bytes = head.bytes;
        int from = colon + 1;
        int to = head.lineEnd;
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
        int at = size * PER_LINE;
        offsets[at] = start;
        offsets[at + 1] = colon;
        offsets[at + 2] = from;
        offsets[at + 3] = to;
        names[size++] = FieldName.of(bytes, start, colon);
        lastEnd = head.next();
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    public int size() {
        return size;
    }

    /** What all offsets are about. */
    public byte[] bytes() {
        return head.bytes;
    }

    public FieldName name(int line) {
        return names[line];
    }

    public int nameStart(int line) {
        return offsets[line * PER_LINE];
    }

    public int nameEnd(int line) {
        return offsets[line * PER_LINE + 1];
    }

    /** Without blanks around it. */
    public int valueStart(int line) {
        return offsets[line * PER_LINE + 2];
    }

    public int valueEnd(int line) {
        return offsets[line * PER_LINE + 3];
    }

    /** Behind the end of the whole line. */
    private int lineEnd(int line) {
        return line + 1 < size ? nameStart(line + 1) : lastEnd;
    }

    /** Copies the lines from one up to, but without, another as they are. */
    public void copy(ByteBuf out, int from, int to) {
        if (from < to) {
            int start = nameStart(from);
            out.writeBytes(head.bytes, start, lineEnd(to - 1) - start);
        }
    }

    /** Copies the value of a line. */
    public void copyValue(ByteBuf out, int line) {
        int start = valueStart(line);
        out.writeBytes(head.bytes, start, valueEnd(line) - start);
    }

    public String value(int line) {
        int from = valueStart(line);
        return new String(head.bytes, from, valueEnd(line) - from, StandardCharsets.ISO_8859_1);
    }

    /** Whether the value of a line is this text, without making text of it. */
    public boolean hasValue(int line, String value) {
        int from = valueStart(line);
        int length = valueEnd(line) - from;
        if (length != value.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if ((head.bytes[from + i] & 0xFF) != value.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean anyUnderscored() {
        return underscored;
    }

    public String nameText(int line) {
        int from = nameStart(line);
        return new String(head.bytes, from, nameEnd(line) - from, StandardCharsets.ISO_8859_1);
    }

    /** The first line of this name at or after the given one, -1 if there is none. */
    public int find(FieldName name, int from) {
        for (int line = from; line < size; line++) {
            if (names[line] == name) {
                return line;
            }
        }
        return -1;
    }

    /** Likewise, for a name in any case. */
    public int find(String name, int from) {
        for (int line = from; line < size; line++) {
            if (Octets.same(head.bytes, nameStart(line), nameEnd(line), name)) {
                return line;
            }
        }
        return -1;
    }

    public List<String> values(String name) {
        int line = find(name, 0);
        if (line < 0) {
            return List.of();
        }
        List<String> values = new ArrayList<>(2);
        for (; line >= 0; line = find(name, line + 1)) {
            values.add(value(line));
        }
        return values;
    }

    /** Whether one of the comma-separated words of a field is this one, given in lower case. */
    boolean names(int line, byte[] lowerWord) {
        byte[] bytes = head.bytes;
        int end = valueEnd(line);
        int from = valueStart(line);
        while (from < end) {
            int to = from;
            while (to < end && bytes[to] != ',') {
                to++;
            }
            if (isWord(bytes, from, to, lowerWord)) {
                return true;
            }
            from = to + 1;
        }
        return false;
    }

    /** Whether one of the comma-separated words of a field is the name of another line. */
    boolean names(int line, int other) {
        byte[] bytes = head.bytes;
        int end = valueEnd(line);
        int from = valueStart(line);
        while (from < end) {
            while (from < end && (isBlank(bytes[from]) || bytes[from] == ',')) {
                from++;
            }
            int to = from;
            while (to < end && Octets.isToken(bytes[to])) {
                to++;
            }
            if (Octets.same(bytes, from, to, nameStart(other), nameEnd(other))) {
                return true;
            }
            from = Math.max(to, from + 1);
        }
        return false;
    }

    private static boolean isWord(byte[] bytes, int start, int end, byte[] lowerWord) {
        int from = start;
        int to = end;
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
        return Octets.same(bytes, from, to, lowerWord);
    }
}
