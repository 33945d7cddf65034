package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.http.field.Field;
import io.sluice.http.field.FieldSink;
import io.sluice.rls.RateLimitResponse;
import io.sluice.rls.header.HeaderValue;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Collects header lines, and writes them into a response as pairs of key and value. Can be used again and again by one thread. */
final class HeaderLines implements FieldSink {
    private static final ThreadLocal<HeaderLines> OF_THREAD = ThreadLocal.withInitial(HeaderLines::new);
    private static final int USUAL = 512;
    private static final int LONGEST_NUMBER = 20;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;

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

    /** And for a word that is read from the last byte on. */
    private void ensure(int more) {
        int needed = end + more + Long.BYTES;
        if (lines.length < needed) {
            lines = Arrays.copyOf(lines, Math.max(2 * lines.length, needed));
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

    /** Where the next one is, of which there is one: looks at eight bytes at a time for one that becomes 0 by it. */
    private int find(char wanted, int from) {
        int at = from;
        while (true) {
            long differs = (long) WORDS.get(lines, at) ^ wanted * ONES;
            long zeros = (differs - ONES) & ~differs & HIGHS;
            if (zeros != 0) {
                return at + Long.numberOfTrailingZeros(zeros) / Byte.SIZE;
            }
            at += Long.BYTES;
        }
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
