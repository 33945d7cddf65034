package io.sluice.server.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The first line of a request: one method, one target, one version, one space between them. */
final class RequestLine {
    private static final String[] METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};
    private static final byte[][] METHOD_BYTES =
            Arrays.stream(METHODS).map(name -> name.getBytes(US_ASCII)).toArray(byte[][]::new);
    private static final byte[] HTTP = "HTTP/".getBytes(US_ASCII);
    private static final byte[] HTTP_SCHEME = "http://".getBytes(US_ASCII);
    private static final byte[] HTTPS_SCHEME = "https://".getBytes(US_ASCII);
    private static final BadHead SHAPE =
            BadHead.request("The request line must be a method, a target and a version with one space between them.");
    private static final BadHead VERSION = new BadHead(505, "Only HTTP/1.0 and HTTP/1.1 are spoken here.");
    private static final BadHead METHOD = new BadHead(405, "The methods CONNECT and TRACE are not taken.");
    private static final BadHead TARGET =
            BadHead.request("The target must be a path, or a URL of http or https with a host and without a user.");

    String method = "";
    int minor;
    int pathStart;
    int pathEnd;
    int queryStart;
    /** Equal to {@link #queryStart} less one if there is no query. */
    int queryEnd;
    /** Of the authority in a target that is a URL; empty else. */
    int hostStart;

    int hostEnd;

    void reset() {
        method = "";
        minor = 1;
        pathStart = 0;
        pathEnd = 0;
        queryStart = 1;
        queryEnd = 0;
        hostStart = 0;
        hostEnd = 0;
    }

    /** Null if the line is one. */
    @Nullable
    BadHead read(byte[] bytes, int start, int end) {
        int methodEnd = start;
        while (methodEnd < end && Octets.isToken(bytes[methodEnd])) {
            methodEnd++;
        }
        int targetStart = methodEnd + 1;
        int targetEnd = targetStart;
        while (targetEnd < end && Octets.isTarget(bytes[targetEnd])) {
            targetEnd++;
        }
        if (methodEnd == start || targetStart >= end || bytes[methodEnd] != ' ' || targetEnd == targetStart) {
            return SHAPE;
        }
        if (targetEnd >= end || bytes[targetEnd] != ' ') {
            return SHAPE;
        }
        BadHead version = readVersion(bytes, targetEnd + 1, end);
        if (version != null) {
            return version;
        }
        method = method(bytes, start, methodEnd);
        return method.equals("CONNECT") || method.equals("TRACE") ? METHOD : readTarget(bytes, targetStart, targetEnd);
    }

    private @Nullable BadHead readVersion(byte[] bytes, int from, int end) {
        if (end - from != 8
                || !Octets.equal(bytes, from, from + 5, HTTP)
                || !isDigit(bytes[from + 5])
                || bytes[from + 6] != '.'
                || !isDigit(bytes[from + 7])) {
            return SHAPE;
        }
        minor = bytes[from + 7] - '0';
        return bytes[from + 5] != '1' || minor > 1 ? VERSION : null;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static String method(byte[] bytes, int from, int to) {
        for (int i = 0; i < METHODS.length; i++) {
            if (Octets.equal(bytes, from, to, METHOD_BYTES[i])) {
                return METHODS[i];
            }
        }
        return new String(bytes, from, to - from, ISO_8859_1);
    }

    private @Nullable BadHead readTarget(byte[] bytes, int start, int end) {
        hostStart = start;
        hostEnd = start;
        int from = start;
        if (bytes[start] == '*') {
            return end - start == 1 && method.equals("OPTIONS") ? readPath(bytes, start, end) : TARGET;
        }
        if (bytes[start] != '/') {
            from = readAuthority(bytes, start, end);
            if (from < 0) {
                return TARGET;
            }
        }
        return readPath(bytes, from, end);
    }

    private @Nullable BadHead readPath(byte[] bytes, int start, int end) {
        pathStart = start;
        int at = start;
        while (at < end && bytes[at] != '?') {
            at++;
        }
        pathEnd = at;
        queryStart = at + 1;
        queryEnd = end;
        return null;
    }

    /** Where the path starts; -1 if this is no URL. */
    private int readAuthority(byte[] bytes, int start, int end) {
        int length = startsWith(bytes, start, end, HTTP_SCHEME)
                ? HTTP_SCHEME.length
                : startsWith(bytes, start, end, HTTPS_SCHEME) ? HTTPS_SCHEME.length : -1;
        if (length < 0) {
            return -1;
        }
        hostStart = start + length;
        hostEnd = hostStart;
        while (hostEnd < end && Octets.isAuthority(bytes[hostEnd])) {
            hostEnd++;
        }
        boolean ends = hostEnd == end || bytes[hostEnd] == '/' || bytes[hostEnd] == '?';
        return hostEnd > hostStart && ends ? hostEnd : -1;
    }

    private static boolean startsWith(byte[] bytes, int from, int end, byte[] lower) {
        return end - from > lower.length && Octets.same(bytes, from, from + lower.length, lower);
    }
}
