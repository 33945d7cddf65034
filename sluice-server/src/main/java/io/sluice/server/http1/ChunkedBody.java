package io.sluice.server.http1;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Follows a chunked body to its end without changing it. What it lets pass has exactly one reading. */
public final class ChunkedBody {
    /** What is done about a word behind the size of a chunk. */
    public enum Extensions {
        REFUSED,
        PASSED
    }

    private enum State {
        SIZE,
        EXTENSION,
        SIZE_END,
        DATA,
        DATA_END,
        DATA_END_2,
        LAST,
        LAST_END,
        TRAILERS,
        DONE,
        BAD
    }

    private static final int MOST_DIGITS = 15;
    private static final HeadLimits TRAILER_LIMITS = new HeadLimits(4_096, 8_192, 50);
    private static final BadHead SIZE =
            BadHead.request("The size of a chunk must be a hexadecimal number, followed by CR and LF.");
    private static final BadHead DATA =
            BadHead.request("A chunk must end with CR and LF after as many bytes as it says.");
    private static final BadHead TRAILER = BadHead.request("This header field must not come behind a body.");

    private final Extensions extensions;
    private State state = State.SIZE;
    private long left;
    private int digits;
    private @Nullable Trailers trailers;
    private @Nullable BadHead bad;

    /** The lines behind the last chunk. */
    private record Trailers(HeadBytes lines, FieldLines fields) {
        static Trailers none() {
            HeadBytes lines = new HeadBytes(TRAILER_LIMITS);
            return new Trailers(lines, new FieldLines(lines, TRAILER_LIMITS));
        }
    }

    public ChunkedBody(Extensions extensions) {
        this.extensions = extensions;
    }

    public void reset() {
        state = State.SIZE;
        left = 0;
        digits = 0;
        trailers = null;
        bad = null;
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    /** What is wrong; null if nothing is. */
    public @Nullable BadHead bad() {
        return bad;
    }

    /** Where in the buffer the body ends, or what there is of it; what follows is something else. */
    public int follow(ByteBuf in, int from, int to) {
        int at = from;
        while (at < to && state != State.DONE && state != State.BAD) {
            if (state == State.DATA) {
                int step = (int) Math.min(left, to - at);
                left -= step;
                at += step;
                state = left == 0 ? State.DATA_END : State.DATA;
            } else if (state == State.TRAILERS) {
                at = followTrailers(in, at, to);
            } else {
                at += take(in.getByte(at)) ? 1 : 0;
            }
        }
        return at;
    }

    /** False if the byte is left for the state that follows. */
    private boolean take(byte b) {
        switch (state) {
            case SIZE -> takeSize(b);
            case EXTENSION -> state = b == '\r' ? State.SIZE_END : isText(b) ? State.EXTENSION : bad(SIZE);
            case SIZE_END -> state = b != '\n' ? bad(SIZE) : left == 0 ? State.LAST : State.DATA;
            case DATA_END -> state = b == '\r' ? State.DATA_END_2 : bad(DATA);
            case DATA_END_2 -> {
                state = b == '\n' ? State.SIZE : bad(DATA);
                digits = 0;
            }
            case LAST -> {
                state = b == '\r' ? State.LAST_END : State.TRAILERS;
                return b == '\r';
            }
            case LAST_END -> state = b == '\n' ? State.DONE : bad(DATA);
            default -> throw new IllegalStateException("no single byte in state " + state);
        }
        return true;
    }

    private void takeSize(byte b) {
        int digit = Character.digit((char) (b & 0xFF), 16);
        if (digit >= 0 && b > 0 && digits < MOST_DIGITS) {
            left = left << 4 | digit;
            digits++;
        } else if (digits > 0 && b == '\r') {
            state = State.SIZE_END;
        } else if (digits > 0 && extensions == Extensions.PASSED && (b == ';' || b == ' ' || b == '\t')) {
            state = State.EXTENSION;
        } else {
            state = bad(SIZE);
        }
    }

    private static boolean isText(byte b) {
        return b >= ' ' || b == '\t' || b < 0;
    }

    private int followTrailers(ByteBuf in, int from, int to) {
        if (trailers == null) {
            trailers = Trailers.none();
        }
        HeadBytes lines = trailers.lines;
        FieldLines fields = trailers.fields;
        int before = lines.size();
        int copied = lines.copy(in, from, to);
        while (lines.nextLine()) {
            if (lines.lineStart == lines.lineEnd) {
                state = State.DONE;
                return from + lines.next() - before;
            }
            BadHead wrong = fields.add();
            if (wrong == null && !fields.name(fields.size() - 1).mayTrail()) {
                wrong = TRAILER;
            }
            if (wrong != null) {
                state = bad(wrong);
                return from;
            }
        }
        BadHead wrong = lines.bad();
        if (wrong != null) {
            state = bad(wrong);
        }
        return from + copied;
    }

    private State bad(BadHead what) {
        bad = what;
        return State.BAD;
    }
}
