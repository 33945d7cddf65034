package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.jspecify.annotations.Nullable;

/** How a body ends. */
public final class Framing {
    /** The ways. */
    public enum Kind {
        NONE,
        LENGTH,
        CHUNKED,
        /** An answer's only: with the connection. */
        CLOSE
    }

    private static final byte[] CHUNKED = "chunked".getBytes(US_ASCII);
    private static final int MOST_DIGITS = 18;
    private static final BadHead BOTH =
            BadHead.request("A body has either Content-Length or Transfer-Encoding, not both.");
    private static final BadHead LENGTH = BadHead.request("Content-Length must be one number, sent once.");
    private static final BadHead ENCODING =
            BadHead.request("Transfer-Encoding must be chunked, sent once, and not in HTTP/1.0.");

    private Kind kind = Kind.NONE;
    private long length;

    public Kind kind() {
        return kind;
    }

    /** Bytes of the body; 0 unless the kind is {@link Kind#LENGTH}. */
    public long length() {
        return length;
    }

    /** Null if there is no doubt. */
    @Nullable
    BadHead ofRequest(FieldLines fields, int minorVersion) {
        BadHead wrong = read(fields, minorVersion);
        if (wrong == null && kind == Kind.LENGTH && length == 0) {
            kind = Kind.NONE;
        }
        return wrong;
    }

    /** An answer without a word about its end ends with the connection. */
    @Nullable
    BadHead ofAnswer(FieldLines fields, int minorVersion, boolean bodiless) {
        BadHead wrong = read(fields, minorVersion);
        if (wrong == null && bodiless) {
            kind = Kind.NONE;
            length = 0;
        } else if (wrong == null && kind == Kind.NONE) {
            kind = Kind.CLOSE;
        }
        return wrong;
    }

    private @Nullable BadHead read(FieldLines fields, int minorVersion) {
        int lengthLine = fields.find(FieldName.CONTENT_LENGTH, 0);
        int encodingLine = fields.find(FieldName.TRANSFER_ENCODING, 0);
        kind = Kind.NONE;
        length = 0;
        if (lengthLine >= 0 && encodingLine >= 0) {
            return BOTH;
        }
        if (encodingLine >= 0) {
            kind = Kind.CHUNKED;
            return isChunked(fields, encodingLine) && minorVersion > 0 ? null : ENCODING;
        }
        return lengthLine < 0 ? null : readLength(fields, lengthLine);
    }

    private static boolean isChunked(FieldLines fields, int line) {
        return fields.find(FieldName.TRANSFER_ENCODING, line + 1) < 0
                && Octets.same(fields.bytes(), fields.valueStart(line), fields.valueEnd(line), CHUNKED);
    }

    private @Nullable BadHead readLength(FieldLines fields, int line) {
        int from = fields.valueStart(line);
        int to = fields.valueEnd(line);
        if (to == from || to - from > MOST_DIGITS || fields.find(FieldName.CONTENT_LENGTH, line + 1) >= 0) {
            return LENGTH;
        }
        for (int i = from; i < to; i++) {
            int digit = fields.bytes()[i] - '0';
            if (digit < 0 || digit > 9) {
                return LENGTH;
            }
            length = length * 10 + digit;
        }
        kind = Kind.LENGTH;
        return null;
    }
}
