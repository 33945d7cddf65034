package io.sluice.cli.simulate;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Lines of bytes from a stream, shown where they lie in a buffer. Blank lines are passed over, but counted. */
final class Lines {
    /** Longest line in bytes: room for the longest key with every character escaped. */
    static final int LONGEST = 1 << 20;

    /** Told before every read, which may block. */
    interface BeforeRead {
        void run() throws IOException;
    }

    private final InputStream in;
    private final BeforeRead beforeRead;
    private byte[] bytes = new byte[1 << 16];
    private int start;
    private int end;
    /** Where the next line begins. */
    private int next;
    /** The end of what was read. */
    private int filled;

    private boolean ended;
    private long number;

    Lines(InputStream in, BeforeRead beforeRead) {
        this.in = in;
        this.beforeRead = beforeRead;
    }

    /** Moves to the next line that is not blank; false if there is none. */
    boolean next() throws IOException, BadInput {
        do {
            if (!advance()) {
                return false;
            }
        } while (isBlank());
        return true;
    }

    private boolean advance() throws IOException, BadInput {
        start = next;
        number++;
        int from = start;
        while (true) {
            for (int i = from; i < filled; i++) {
                if (bytes[i] == '\n') {
                    return found(i, i + 1);
                }
            }
            if (filled - start > LONGEST) {
                throw new BadInput(
                        start + LONGEST, "the line is longer than " + LONGEST + " bytes; give one object a line");
            }
            int scanned = filled - start;
            if (ended || !fill()) {
                return scanned > 0 && found(filled, filled);
            }
            from = start + scanned;
        }
    }

    private boolean found(int lineEnd, int nextLine) {
        end = lineEnd;
        next = nextLine;
        return true;
    }

    /** Reads more behind what is there; false at the end of the stream. */
    private boolean fill() throws IOException {
        System.arraycopy(bytes, start, bytes, 0, filled - start);
        filled -= start;
        start = 0;
        if (filled == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        beforeRead.run();
        int count = in.read(bytes, filled, bytes.length - filled);
        ended = count < 0;
        filled += Math.max(0, count);
        return !ended;
    }

    private boolean isBlank() {
        for (int i = start; i < end; i++) {
            byte b = bytes[i];
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    byte[] bytes() {
        return bytes;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Line and column, from 1, in characters. */
    String place(int at) {
        int column = 1;
        for (int i = start; i < at; i++) {
            boolean continues = (bytes[i] & 0xC0) == 0x80;
            column += continues ? 0 : 1;
        }
        return "line " + number + ", column " + column;
    }
}
