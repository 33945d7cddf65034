package io.sluice.server.resp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Replies one after the other, in the protocol's bytes, until they are sent together. */
final class Replies {
    private static final int FIRST_SIZE = 1024;
    /** Of a number with its sign. */
    private static final int MOST_DIGITS = 20;
    /** What is kept after a long reply was sent. */
    private static final int MOST_KEPT = 64 * 1024;

    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void status(String text) {
        line('+', text);
    }

    /** With the kind of the error in front, as {@code ERR}. */
    void error(String text) {
        line('-', text.replace('\r', ' ').replace('\n', ' '));
    }

    void array(int length) {
        header('*', length);
    }

    /** Of so many names and values, one after the other. */
    void map(int length, Session session) {
        if (session.isResp3()) {
            header('%', length);
        } else {
            header('*', 2L * length);
        }
    }

    void number(long value) {
        header(':', value);
    }

    void missing(Session session) {
        line(session.isResp3() ? '_' : '$', session.isResp3() ? "" : "-1");
    }

    void missingArray(Session session) {
        line(session.isResp3() ? '_' : '*', session.isResp3() ? "" : "-1");
    }

    void bulk(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.ISO_8859_1);
        bulk(encoded, 0, encoded.length);
    }

    void bulk(byte[] from, int begin, int end) {
        header('$', end - begin);
        append(from, begin, end);
        crlf();
    }

    /** Text for people. */
    void verbatim(String text, Session session) {
        if (session.isResp3()) {
            header('=', text.length() + 4L);
            append("txt:" + text);
            crlf();
        } else {
            bulk(text);
        }
    }

    /** A sign, a number, and the end of the line. */
    void header(char sign, long value) {
        reserve(MOST_DIGITS + 3);
        bytes[size++] = (byte) sign;
        digits(value);
        bytes[size++] = '\r';
        bytes[size++] = '\n';
    }

    private void digits(long value) {
        if (value < 0) {
            bytes[size++] = '-';
        }
        // Counted down from the negative, which has one more than the positive.
        long rest = value < 0 ? value : -value;
        int length = 1;
        for (long r = rest / 10; r != 0; r /= 10) {
            length++;
        }
        for (int i = size + length - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        size += length;
    }

    void append(Replies others) {
        append(others.bytes, 0, others.size);
    }

    private void line(char sign, String text) {
        reserve(1);
        bytes[size++] = (byte) sign;
        append(text);
        crlf();
    }

    private void append(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.ISO_8859_1);
        append(encoded, 0, encoded.length);
    }

    private void append(byte[] from, int begin, int end) {
        reserve(end - begin);
        System.arraycopy(from, begin, bytes, size, end - begin);
        size += end - begin;
    }

    private void crlf() {
        reserve(2);
        bytes[size++] = '\r';
        bytes[size++] = '\n';
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.max(FIRST_SIZE, 2 * bytes.length), size + more));
        }
    }

    /** Hands everything over, and begins anew. */
    void moveTo(ByteBuf out) {
        out.writeBytes(bytes, 0, size);
        size = 0;
        if (bytes.length > MOST_KEPT) {
            bytes = NOTHING;
        }
    }
}
