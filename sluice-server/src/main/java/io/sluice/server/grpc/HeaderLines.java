package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.http.field.Field;
import io.sluice.http.field.FieldSink;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.header.HeaderValue;
import java.util.Arrays;
import java.util.List;

/** Collects header lines, and writes them into a response as pairs of key and value. Can be used again and again by one thread. */
final class HeaderLines implements FieldSink {
    private static final ThreadLocal<HeaderLines> OF_THREAD = ThreadLocal.withInitial(HeaderLines::new);
    private static final int USUAL = 512;
    private static final int LONGEST_NUMBER = 20;

    private byte[] lines = new byte[USUAL];
    private int end;

    static HeaderLines ofThread() {
        HeaderLines lines = OF_THREAD.get();
        lines.end = 0;
        return lines;
    }

    @Override
    public void bytes(byte[] text) {
        ensure(text.length);
        System.arraycopy(text, 0, lines, end, text.length);
        end += text.length;
    }

    @Override
    public void number(long value) {
        if (value < 0) {
            bytes(Long.toString(value).getBytes(UTF_8));
            return;
        }
        ensure(LONGEST_NUMBER);
        int start = end;
        long rest = value;
        do {
            lines[end++] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        reverse(start, end - 1);
    }

    private void reverse(int from, int to) {
        for (int i = from, j = to; i < j; i++, j--) {
            byte digit = lines[i];
            lines[i] = lines[j];
            lines[j] = digit;
        }
    }

    private void ensure(int more) {
        if (lines.length - end < more) {
            lines = Arrays.copyOf(lines, Math.max(2 * lines.length, end + more));
        }
    }

    /** Each line is {@code name: value} and a line end of two characters. */
    void writeTo(ResponseBytes out) {
        int start = 0;
        while (start < end) {
            int colon = find(':', start);
            int value = colon + 2;
            int after = find('\r', value);
            pair(out, lines, start, colon - start, lines, value, after - value);
            start = after + 2;
        }
    }

    private int find(char wanted, int from) {
        int i = from;
        while (lines[i] != wanted) {
            i++;
        }
        return i;
    }

    static void write(List<Field> fields, ResponseBytes out) {
        for (Field field : fields) {
            byte[] name = field.name().getBytes(UTF_8);
            byte[] value = field.value().getBytes(UTF_8);
            pair(out, name, 0, name.length, value, 0, value.length);
        }
    }

    private static void pair(
            ResponseBytes out, byte[] name, int nameStart, int nameLength, byte[] value, int start, int length) {
        out.begin(
                RateLimitResponse.RESPONSE_HEADERS_TO_ADD_FIELD_NUMBER,
                ResponseBytes.sizeOfField(nameLength) + ResponseBytes.sizeOfField(length));
        out.text(HeaderValue.KEY_FIELD_NUMBER, name, nameStart, nameLength);
        out.text(HeaderValue.VALUE_FIELD_NUMBER, value, start, length);
    }
}
