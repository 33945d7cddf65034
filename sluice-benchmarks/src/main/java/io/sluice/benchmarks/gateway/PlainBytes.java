package io.sluice.benchmarks.gateway;

import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Messages as they are on the wire, which nobody has to understand. */
enum PlainBytes implements Marshaller<byte[]> {
    INSTANCE;

    @Override
    public InputStream stream(byte[] message) {
        return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
        try {
            // gRPC has a message whole before it hands it over, and knows its length; reading on until the end would
            // take a buffer of 8 kB
            return message.readNBytes(message.available());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
