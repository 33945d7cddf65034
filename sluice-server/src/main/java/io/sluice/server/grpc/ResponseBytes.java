package io.sluice.server.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** A response as protobuf has it on the wire, put together field by field: objects of generated code would be made and measured anew for every call. */
final class ResponseBytes extends InputStream implements KnownLength, Drainable {
    static final Marshaller<ResponseBytes> MARSHALLER = new Marshaller<>() {
        @Override
        public InputStream stream(ResponseBytes response) {
            return response;
        }

        @Override
        public ResponseBytes parse(InputStream stream) {
            try {
                ResponseBytes response = new ResponseBytes();
                response.raw(stream.readAllBytes());
                return response;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private static final ThreadLocal<ResponseBytes> OF_THREAD = ThreadLocal.withInitial(ResponseBytes::new);

    /** Holds the answer about one descriptor under the usual header fields. */
    private static final int USUAL = 384;

    private static final int LONGEST_VARINT = 10;
    private static final int LONGEST_NUMBER = 19;
    private static final int VARINT = 0;
    private static final int LENGTH = 2;

    private byte[] bytes = new byte[USUAL];
    private int read;
    private int end;

    /** An empty one, to be sent before this thread asks for the next: gRPC copies a message while it is handed over. */
    static ResponseBytes ofThread() {
        ResponseBytes response = OF_THREAD.get();
        response.read = 0;
        response.end = 0;
        return response;
    }

    /** A number that is not negative; 0 is what an absent one means, and takes no space. */
    void number(int field, long value) {
        if (value != 0) {
            ensure(2 * LONGEST_VARINT);
            varint((long) field << 3 | VARINT);
            varint(value);
        }
    }

    /** How much {@link #number} takes; fields up to 15. */
    static int sizeOfNumber(long value) {
        return value == 0 ? 0 : 1 + sizeOf(value);
    }

    /** Announces a field of so many bytes. */
    void begin(int field, int length) {
        ensure(2 * LONGEST_VARINT);
        varint((long) field << 3 | LENGTH);
        varint(length);
    }

    /** How much a field of so many bytes takes with what announces it; fields up to 15. */
    static int sizeOfField(int length) {
        return 1 + sizeOf(length) + length;
    }

    void text(int field, byte[] text) {
        begin(field, text.length);
        raw(text);
    }

    void raw(byte[] from) {
        ensure(from.length);
        System.arraycopy(from, 0, bytes, end, from.length);
        end += from.length;
    }

    /** A number in decimal digits, as a part of a text. */
    void digits(long value) {
        if (value < 0) {
            raw(Long.toString(value).getBytes(US_ASCII));
            return;
        }
        ensure(LONGEST_NUMBER);
        end += numberOfDigits(value);
        int at = end;
        long rest = value;
        while (rest > Integer.MAX_VALUE) {
            bytes[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        int small = (int) rest;
        do {
            bytes[--at] = (byte) ('0' + small % 10);
            small /= 10;
        } while (small > 0);
    }

    private static int numberOfDigits(long value) {
        int count = 1;
        for (long power = 10; value >= power && count < LONGEST_NUMBER; power *= 10) {
            count++;
        }
        return count;
    }

    /**
     * Announces a field whose length is not known yet.
     *
     * @return where it starts, for {@link #close}
     */
    int open(int field) {
        begin(field, 0);
        return end;
    }

    /** Says how long a field has become that started here; those opened within it are closed. */
    void close(int start) {
        int length = end - start;
        if (length < 0x80) {
            bytes[start - 1] = (byte) length;
            return;
        }
        int further = sizeOf(length) - 1;
        ensure(further);
        System.arraycopy(bytes, start, bytes, start + further, length);
        end = start - 1;
        varint(length);
        end += length;
    }

    private void ensure(int more) {
        if (bytes.length - end < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + more));
        }
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[end++] = (byte) rest;
    }

    private static int sizeOf(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    @Override
    public int available() {
        return end - read;
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
        int length = available();
        target.write(bytes, read, length);
        read = end;
        return length;
    }

    @Override
    public int read() {
        return read == end ? -1 : bytes[read++] & 0xFF;
    }

    @Override
    public int read(byte[] to, int start, int most) {
        if (read == end) {
            return most == 0 ? 0 : -1;
        }
        int length = Math.min(most, available());
        System.arraycopy(bytes, read, to, start, length);
        read += length;
        return length;
    }
}
