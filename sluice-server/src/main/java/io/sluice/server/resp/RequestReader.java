package io.sluice.server.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds requests in what has come in so far. One that is not whole yet is looked at again from its beginning when more has come:
 * its arguments are skipped by their length, so that costs little.
 */
final class RequestReader {
    /** Of one request, with everything around the arguments. */
    static final int MOST_BYTES = 1024 * 1024;

    static final int MOST_ARGUMENTS = 1024;
    static final int LONGEST_ARGUMENT = 512 * 1024;
    /** Without an end, a line is none. */
    static final int LONGEST_LINE = 64 * 1024;
    /** Who has not logged in has nothing long to say. */
    private static final int MOST_ARGUMENTS_BEFORE_LOGIN = 10;

    private static final int LONGEST_BEFORE_LOGIN = 16 * 1024;
    private static final int FIRST_SIZE = 1024;
    private static final int MOST_KEPT = 64 * 1024;

    private byte[] bytes = new byte[FIRST_SIZE];
    private int begin;
    private int end;
    private @Nullable String error;

    /** Takes in all bytes that are there. */
    void add(ByteBuf in) {
        int more = in.readableBytes();
        makeRoom(more);
        in.readBytes(bytes, end, more);
        end += more;
    }

    private void makeRoom(int more) {
        if (bytes.length - end >= more) {
            return;
        }
        int waiting = end - begin;
        int needed = waiting + more;
        byte[] larger = needed > bytes.length ? new byte[Math.max(2 * bytes.length, needed)] : bytes;
        System.arraycopy(bytes, begin, larger, 0, waiting);
        bytes = larger;
        begin = 0;
        end = waiting;
    }

    /** Whether part of a request is there. */
    boolean hasMore() {
        return end > begin;
    }

    /** Bytes of memory that requests which are not whole take up. */
    int held() {
        return hasMore() ? bytes.length : 0;
    }

    /** Forgets all that has come. */
    void drop() {
        begin = 0;
        end = 0;
        tidy();
    }

    /** What is wrong with what came in, in Redis's words, if it is no request; then there is no going on. */
    @Nullable
    String error() {
        return error;
    }

    /** The next request, if it is whole; the empty ones that Redis does not answer are left out. */
    boolean next(Request into, Session session) {
        while (error == null && begin < end) {
            int after = bytes[begin] == '*' ? readArray(into, session) : readLine(into);
            if (after < 0) {
                if (end - begin > MOST_BYTES) {
                    error = "too big request";
                }
                return false;
            }
            begin = after;
            if (begin == end) {
                begin = 0;
                end = 0;
            }
            if (into.count() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Gives room back after long requests, while nothing waits. */
    void tidy() {
        if (begin == end && bytes.length > MOST_KEPT) {
            bytes = Arrays.copyOf(bytes, FIRST_SIZE);
            begin = 0;
            end = 0;
        }
    }

    /** Where it ends; -1 if that has not come yet, or is wrong. */
    private int readArray(Request into, Session session) {
        int lineEnd = lineEnd(begin, "too big mbulk count string");
        if (lineEnd < 0) {
            return -1;
        }
        long count = Digits.ofProtocol(bytes, begin + 1, lineEnd);
        if (count == Digits.NONE || count > MOST_ARGUMENTS) {
            return wrong("invalid multibulk length");
        }
        if (count > MOST_ARGUMENTS_BEFORE_LOGIN && !session.isLoggedIn()) {
            return wrong("unauthenticated multibulk length");
        }
        into.begin(bytes);
        int at = lineEnd + 2;
        for (long i = 0; i < count && at >= 0; i++) {
            at = readArgument(at, into, session);
        }
        return at;
    }

    private int readArgument(int at, Request into, Session session) {
        if (at >= end) {
            return -1;
        }
        if (bytes[at] != '$') {
            return wrong("expected '$', got '" + (char) (bytes[at] & 0xff) + "'");
        }
        int lineEnd = lineEnd(at, "too big bulk count string");
        if (lineEnd < 0) {
            return -1;
        }
        long length = Digits.ofProtocol(bytes, at + 1, lineEnd);
        if (length < 0 || length > LONGEST_ARGUMENT) {
            return wrong("invalid bulk length");
        }
        if (length > LONGEST_BEFORE_LOGIN && !session.isLoggedIn()) {
            return wrong("unauthenticated bulk length");
        }
        int from = lineEnd + 2;
        int to = from + (int) length;
        if (end - to < 2) {
            return -1;
        }
        into.add(from, to);
        return to + 2;
    }

    /** Where the carriage return is, once the byte after it is there too. */
    private int lineEnd(int from, String tooLong) {
        for (int i = from; i < end - 1; i++) {
            if (bytes[i] == '\r') {
                return i;
            }
        }
        return end - from > LONGEST_LINE ? wrong(tooLong) : -1;
    }

    /** Words in a line, as people type them. */
    private int readLine(Request into) {
        int newline = begin;
        while (newline < end && bytes[newline] != '\n') {
            newline++;
        }
        if (newline - begin > LONGEST_LINE) {
            return wrong("too big inline request");
        }
        if (newline == end) {
            return -1;
        }
        int lineEnd = newline > begin && bytes[newline - 1] == '\r' ? newline - 1 : newline;
        return InlineText.split(bytes, begin, lineEnd, into) ? newline + 1 : wrong("unbalanced quotes in request");
    }

    private int wrong(String what) {
        error = what;
        return -1;
    }
}
