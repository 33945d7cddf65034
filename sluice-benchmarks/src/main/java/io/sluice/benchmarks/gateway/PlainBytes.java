package io.sluice.benchmarks.gateway;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Messages as they are on the wire, which nobody has to understand. As little work as gRPC allows: whatever else is done for it, such as buffers of 8 kB to copy by, would slow down those we are measured against. */
enum PlainBytes implements Marshaller<byte[]> {
    INSTANCE;

    /** Sent in one piece. */
    private static final class Whole extends ByteArrayInputStream implements Drainable, KnownLength {
        Whole(byte[] message) {
            super(message);
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            int length = count - pos;
            target.write(buf, pos, length);
            pos = count;
            return length;
        }
    }

    @Override
    public InputStream stream(byte[] message) {
        return new Whole(message);
    }

    /** gRPC has a message whole before it hands it over, and knows its length. */
    @Override
    public byte[] parse(InputStream message) {
        try {
            return message.readNBytes(message.available());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
