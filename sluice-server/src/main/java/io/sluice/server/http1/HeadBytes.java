package io.sluice.server.http1;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a head as they come in, found line by line. Every byte is looked at once, however they trickle, and what is found does not depend on how
 * they were cut.
 */
final class HeadBytes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int STEP = 2_048;
    private static final int KEPT = 4_096;
    private static final BadHead BARE = BadHead.request("A line must end with CR and LF, and neither may stand alone.");
    private static final BadHead CONTROL = BadHead.request("The head has a control character.");
    private static final BadHead LONG_LINE = new BadHead(414, "The request line is too long.");
    private static final BadHead LONG_HEAD = new BadHead(431, "The header fields are too large.");

    private final HeadLimits limits;
    byte[] bytes = new byte[512];
    /** Of the line that was found last, without its end. */
    int lineStart;

    int lineEnd;

    private int size;
    private int scanned;
    private int next;
    /** Where the first line starts: behind an empty one that was skipped. */
    private int first;

    /** How long the head was that was forgotten last; 0 if its bytes are no longer here. */
    private int last;

    private @Nullable BadHead bad;

    HeadBytes(HeadLimits limits) {
        this.limits = limits;
    }

    void reset() {
        last = next;
        size = 0;
        scanned = 0;
        next = 0;
        first = 0;
        bad = null;
        if (bytes.length > KEPT) {
            bytes = new byte[512];
            last = 0;
        }
    }

    /** Takes the head that was forgotten last once more, if that is what comes next, to the byte and at once. */
    boolean repeats(ByteBuf in) {
        int length = last;
        if (length < Long.BYTES || in.readableBytes() < length || !isNext(in, in.readerIndex(), length)) {
            return false;
        }
        size = length;
        next = length;
        return true;
    }

    /** Compares eight bytes at a time; the last eight may be in part those before. */
    private boolean isNext(ByteBuf in, int from, int length) {
        int end = length - Long.BYTES;
        for (int i = 0; i < end; i += Long.BYTES) {
            if (in.getLongLE(from + i) != (long) LONGS.get(bytes, i)) {
                return false;
            }
        }
        return in.getLongLE(from + end) == (long) LONGS.get(bytes, end);
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Where the line after the one found last starts: behind the head, once that was the empty line. */
    int next() {
        return next;
    }

    /** Null if there is just no whole line yet. */
    @Nullable
    BadHead bad() {
        return bad;
    }

    /** The line found last was none: the first one is still to come. */
    void skipLine() {
        first = next;
    }

    /** Copies some of what there is, and leaves it in its buffer: it may be more than the head. */
    int copy(ByteBuf in) {
        return copy(in, in.readerIndex(), in.writerIndex());
    }

    int copy(ByteBuf in, int from, int to) {
        int length = Math.min(Math.min(to - from, STEP), limits.head() - size);
        if (size + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size + length, 2 * bytes.length));
        }
        in.getBytes(from, bytes, size, length);
        size += length;
        return length;
    }

    /** Finds the next line; false if more bytes are needed or {@link #bad}. */
    boolean nextLine() {
        int mostHere = next == first ? Math.min(size, first + limits.line()) : size;
        for (int i = scanned; i < mostHere; i++) {
            byte b = bytes[i];
            if (b < ' ' ? b >= 0 && b != '\t' : b == 0x7F) {
                return b == '\r' ? endsAt(i) : isBad(b == '\n' ? BARE : CONTROL);
            }
        }
        scanned = mostHere;
        return tooLong();
    }

    private boolean endsAt(int cr) {
        if (cr + 1 == size || (next == first && cr + 1 == first + limits.line())) {
            scanned = cr;
            return tooLong();
        }
        if (bytes[cr + 1] != '\n') {
            return isBad(BARE);
        }
        lineStart = next;
        lineEnd = cr;
        next = cr + 2;
        scanned = next;
        return true;
    }

    private boolean tooLong() {
        if (next == first && size >= first + limits.line()) {
            return isBad(LONG_LINE);
        }
        return size >= limits.head() && isBad(LONG_HEAD);
    }

    private boolean isBad(BadHead what) {
        bad = what;
        return false;
    }
}
