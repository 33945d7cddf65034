package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** What the Connection fields of a head say. */
final class ConnectionWords {
    private static final byte[] CLOSE = "close".getBytes(US_ASCII);
    private static final byte[] KEEP_ALIVE = "keep-alive".getBytes(US_ASCII);

    private final FieldLines fields;
    private boolean nameFields;

    ConnectionWords(FieldLines fields) {
        this.fields = fields;
    }

    /** The head is whole. */
    void read() {
        nameFields = sayMoreThanUsual();
    }

    private boolean sayMoreThanUsual() {
        byte[] bytes = fields.bytes();
        for (int line = next(0); line >= 0; line = next(line + 1)) {
            int from = fields.valueStart(line);
            int to = fields.valueEnd(line);
            if (!Octets.same(bytes, from, to, KEEP_ALIVE) && !Octets.same(bytes, from, to, CLOSE)) {
                return true;
            }
        }
        return false;
    }

    private int next(int from) {
        return fields.find(FieldName.CONNECTION, from);
    }

    boolean close() {
        return contain(CLOSE);
    }

    boolean keepAlive() {
        return contain(KEEP_ALIVE);
    }

    /** Whether this word, given in lower case, is one of them. */
    boolean contain(byte[] lowerWord) {
        for (int line = next(0); line >= 0; line = next(line + 1)) {
            if (fields.names(line, lowerWord)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the name of a field is one of them, so that the field is meant for this connection only. */
    boolean name(int fieldLine) {
        if (!nameFields) {
            return false;
        }
        for (int line = next(0); line >= 0; line = next(line + 1)) {
            if (fields.names(line, fieldLine)) {
                return true;
            }
        }
        return false;
    }
}
